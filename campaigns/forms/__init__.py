"""The forms of the campaign pages."""
