"""The calls of a campaign, made from classes of calls and elements."""
