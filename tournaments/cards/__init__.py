"""What the pages of tournaments show, worked out from the document as its viewer may see it."""
