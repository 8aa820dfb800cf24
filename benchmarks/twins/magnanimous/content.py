"""Holds the facts of the game and of the pack `neutral` as tables; what the numbers everywhere else index.

Players and colours are 0..3 in seat order, goods 0..3, provinces 0..20: colour c owns 5c..5c+4, its four boards in the
order of the goods (so a board's good is its number modulo 5) and its port last; 20 is Rio. A space of the action area is
0..15, its quadrant half of that. Parties are 0 (conservative) and 1 (liberal). A test holds the tables to the pack.
"""

COLOURS = ("red", "green", "blue", "yellow")
GOODS = ("cotton", "sugar", "leather", "coffee")
IMPROVEMENTS = ("railroad", "machinery", "warehouse", "fortification")
RAILROAD, MACHINERY, WAREHOUSE, FORTIFICATION = range(4)
ANY = -1  # an improvement whose kind the player chooses
PARTIES = ("conservative", "liberal")
QUADRANTS = ("cotton", "sugar", "leather", "coffee", "troop", "improvement", "deputy", "ship")
TROOP, IMPROVEMENT, DEPUTY, SHIP = range(4, 8)  # the quadrants below are red
SPACES = tuple(f"{quadrant}.{number}" for quadrant in QUADRANTS for number in (1, 2))

RIO = 20
PORTS = (4, 9, 14, 19)
PORT_LIKE = frozenset((*PORTS, RIO))
BOARDS = tuple(tuple(range(5 * colour, 5 * colour + 4)) for colour in range(4))

RIO_DOCKS = 4
GOODS_LIMIT = 4
TROOP_LIMIT = 5
IMPERIAL_LIMIT = 5
DEPUTY_LIMIT = 4
DISPLAY = 4
HAND = 5
BANK = 180
GOODS_TILES = 30
LAST_ROUND = 40
TRADE_SPACES = 21  # space s takes goods s % 4 and pays s
TRADE_LIMIT = 5
CROWNS = (1, 4, 7, 10, 13, 16, 19)
CROWN_AT = tuple(CROWNS.index(space) if space in CROWNS else -1 for space in range(21))
TITLE = (0, *[1] * 6, *[2] * 6, *[3] * 6, 4, 4)  # baron .. duke, by space of the nobility track

# fmt: off
PROVINCES = (
    "rio_negro", "x_red_sugar", "goyaz", "rio_grande", "x_red_port",
    "x_green_cotton", "para", "uruguay", "x_green_coffee", "x_green_port",
    "maranhao", "pernambuco", "solimoes", "sao_paulo", "porto_seguro",
    "s_catharina", "x_yellow_sugar", "matto_grosso", "x_yellow_coffee", "x_yellow_port",
    "rio",
)
NEIGHBOURS = (
    (6, 12),  # rio_negro
    (2, 14, 16, 20),  # x_red_sugar
    (1, 6, 10, 13, 16, 17),  # goyaz
    (7, 15),  # rio_grande
    (8, 11),  # x_red_port
    (8, 10, 11),  # x_green_cotton
    (0, 2, 9, 10, 17),  # para
    (3, 15),  # uruguay
    (4, 5, 11),  # x_green_coffee
    (6, 10),  # x_green_port
    (2, 5, 6, 9),  # maranhao
    (4, 5, 8, 14, 16),  # pernambuco
    (0, 17),  # solimoes
    (2, 15, 17, 18, 20),  # sao_paulo
    (1, 11, 16),  # porto_seguro
    (3, 7, 13, 19),  # s_catharina
    (1, 2, 11, 14),  # x_yellow_sugar
    (2, 6, 12, 13),  # matto_grosso
    (13, 19, 20),  # x_yellow_coffee
    (15, 18),  # x_yellow_port
    (1, 13, 18),  # rio
)
NEIGHBOURS_OF_PARAGUAY = (3, 7, 13, 17)
PRINTED = (  # on the boards, for precise production; 0 where nothing is printed
    2, 5, 4, 1, 0,
    6, 1, 3, 2, 0,
    3, 4, 1, 5, 0,
    1, 2, 6, 4, 0,
    0,
)
PRINTED_IN_AREA = (  # on its spaces, for precise noble actions
    2, 3, 4, 5, 6, 2, 3, 1, 2, 4, 5, 6, 3, 2, 1, 4,
)

EVENT = -1
PARTY = (  # of the empire cards
    -1, -1, -1, -1, -1, -1, -1, -1, 0, 1, 0, 1, 0, 1,
    0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1,
    0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1,
    0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1,
)
REPUBLIC = (
    0, 1, -1, 0, 1, 0, 2, -1, 0, 0, 1, 1, -1, -1,
    0, 0, 1, 1, 0, 0, 2, 2, -2, -2, 0, 0, 1, 1,
    -1, -1, 0, 0, 1, 1, 0, 0, 2, 2, -2, -2, 0, 0,
    1, 1, -1, -1, 0, 0, 1, 1, 0, 0, 2, 2, -2, -2,
)
NOBILITY = (
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0,
    2, 2, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 2, 2,
    0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 2, 2, 0, 0,
    1, 1, 0, 0, 1, 1, 0, 0, 2, 2, 0, 0, 1, 1,
)
TITLE_ASKED = (
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 2, 2,
    2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1,
    1, 1, 0, 0, 0, 0, 0, 0, 2, 2, 2, 0, 0, 0,
)
MORALE = (
    1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
)
MINISTER_PARTY = (
    0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0,
)
MINISTER_VOTES = (
    1, 1, 2, 2, 3, 3, 1, 1, 2, 2, 3, 3, 1, 1, 2, 2, 3, 3, 1, 1, 2,
)
BARONS = (  # coins, goods by kind, troops, improvements, ships, deputies
    (8, (2, 0, 1, 0), 1, (), 1, 0),
    (13, (0, 1, 0, 0), 2, (RAILROAD,), 0, 0),
    (11, (0, 0, 1, 0), 3, (ANY,), 1, 1),
    (9, (0, 0, 0, 2), 1, (), 0, 1),
    (14, (1, 0, 0, 0), 2, (), 1, 2),
    (12, (0, 1, 0, 1), 3, (MACHINERY,), 0, 2),
    (10, (0, 0, 2, 0), 1, (ANY,), 1, 0),
    (8, (0, 0, 0, 1), 2, (), 0, 0),
    (13, (1, 0, 0, 0), 3, (), 1, 1),
    (11, (0, 2, 0, 0), 1, (WAREHOUSE,), 0, 1),
    (9, (1, 0, 1, 0), 2, (ANY,), 1, 2),
    (14, (0, 0, 0, 1), 3, (), 0, 2),
    (12, (2, 0, 0, 0), 1, (), 1, 0),
    (10, (0, 1, 0, 0), 2, (FORTIFICATION,), 0, 0),
    (8, (0, 0, 1, 0), 3, (ANY,), 1, 1),
    (13, (0, 1, 0, 2), 1, (), 0, 1),
)
# fmt: on
