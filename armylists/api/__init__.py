"""The REST endpoints of lists and own books: one module for each subject, as in `views`."""
