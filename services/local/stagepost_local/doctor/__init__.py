"""What `stagepost doctor` looks at, a file for each part of the house."""
