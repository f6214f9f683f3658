"""Pure values and rules: no clock, no file, no network, no Qt."""
