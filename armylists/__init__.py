"""Army lists: documents that are judged by the rules, revised, shared and printed."""
