"""What the use cases need of the outside, as small protocols."""
