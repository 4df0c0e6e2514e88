"""The files themselves: Markdown, reStructuredText and collapsed pages become blocks with their places."""
