"""The mailer: mail out, mail in, and the watch on the clock."""
