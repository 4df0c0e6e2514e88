"""What a document says, sentence by sentence, to the last word."""
