"""Adapters to real runtimes, one small file each, behind one protocol; and a process of its own for each."""
