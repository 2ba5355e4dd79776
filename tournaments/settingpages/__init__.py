"""The pages on which organisers change settings without JSON: forms, and ordered rows."""
