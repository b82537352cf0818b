"""Language models: asked once, within a budget, with fenced data, and remembered for ever."""
