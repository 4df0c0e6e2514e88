"""What each rule of the audit says, a file for each topic."""
