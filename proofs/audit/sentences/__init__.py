"""What a document says, sentence by sentence: words, patterns and topics as data, compared with the clauses."""
