"""The REST endpoints of battles, scenarios and records: one module for each subject, as in `views`."""
