"""What army lists and own books say, a module for each subject."""
