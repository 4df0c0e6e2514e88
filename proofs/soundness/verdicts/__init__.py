"""What the rules of proof make of answers that are made up: verdicts that must not be given, and right ones."""
