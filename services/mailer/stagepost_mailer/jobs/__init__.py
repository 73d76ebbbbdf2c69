"""The three jobs: tell a notice, read a mail, bring a due; called by name with JSON."""
