"""From a position to a picture: `arrange` puts what a view holds on the panels of the layout, `svg` and `text` draw them.

For pages of documentation: `svg(picture)` is a drawing that is readable in light and dark; `pictures_of(game, state, say)`
gives the pictures of a position, `blank(game, say)` those of the empty board (maps and tracks with what is printed).
"""

from rulespec.drawing.arrange import blank, panels_of, pictures_of
from rulespec.drawing.picture import Box, Entry, Item, Picture, Spot
from rulespec.drawing.svg import svg

__all__ = ["Box", "Entry", "Item", "Picture", "Spot", "blank", "panels_of", "pictures_of", "svg"]
