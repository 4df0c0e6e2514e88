"""The evidence package: what is claimed, from where, proved how, tested how; made by a command, checked by another."""
