"""A ladder: players challenge those above them, results move them."""
