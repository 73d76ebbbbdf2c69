"""The commands of `stagepost`, a file for each."""
