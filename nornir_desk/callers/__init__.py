"""Who answers a cell: one module a backend."""
