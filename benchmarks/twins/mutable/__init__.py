"""Twins for speed alone: boards changed in place and playouts fused into one loop."""
