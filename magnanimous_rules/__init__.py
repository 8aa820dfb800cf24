"""The rules of Magnanimous as text: this package holds `.rules` files and their texts, and no Python about the game.

Installed under the name `magnanimous` (entry-point group `rulespec.games`).
"""
