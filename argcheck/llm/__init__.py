"""Language models: questions with fenced data, a budget, and a cache of all answers."""
