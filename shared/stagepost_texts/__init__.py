"""Every sentence a reader meets, in that reader's language, with its dates and numbers."""
