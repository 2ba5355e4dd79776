"""The events of a Snaphance battle: the only changes of its state, each under the rule that caused it."""
