"""The words that the audit knows, the language of its rules, the rules as data, and what they give as an answer."""
