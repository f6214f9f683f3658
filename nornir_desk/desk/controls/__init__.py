"""Small widgets that every pane is made of; each draws itself from the skin."""
