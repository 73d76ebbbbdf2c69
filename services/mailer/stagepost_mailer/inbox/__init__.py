"""Mail on its way in: on disk before 250, and in an index until it is answered."""
