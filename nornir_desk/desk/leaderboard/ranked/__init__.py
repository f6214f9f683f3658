"""The ranked cells of a run as a list: sorted, filtered, its columns chosen."""
