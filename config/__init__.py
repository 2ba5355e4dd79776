"""The site: settings from the environment, addresses, and the pages that belong to no app."""
