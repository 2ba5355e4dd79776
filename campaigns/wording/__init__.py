"""What campaigns say: the sentences of their rules and services, a module for each subject."""
