"""What is claimed and shown of MaxPool: its theories, each loaded when it is asked for."""
