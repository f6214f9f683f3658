"""What the plot and the trend are drawn with; the only place that knows pyqtgraph."""
