"""The REST endpoints of campaigns: one module for each subject, as in `views`."""
