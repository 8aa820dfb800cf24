"""Why, why not, what if."""
