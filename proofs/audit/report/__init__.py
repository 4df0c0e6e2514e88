"""What an audit prints: text, JSON, SARIF, pages of rules, baselines, corrections."""
