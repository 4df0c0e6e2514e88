"""What `maxpool check`, `prove`, `explain`, `tables` and `ledger` show."""
