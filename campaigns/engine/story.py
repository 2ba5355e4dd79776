"""A story: scenes whose battles choose the next."""
