"""Our own look at who sent a mail, where no mail host of ours has looked: DKIM, aligned as DMARC asks."""
