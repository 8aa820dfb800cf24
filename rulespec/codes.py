"""The table of all error codes: what each means, why it is an error, and an example of it.

Reads nothing. `rulespec explain CODE` and the pages in docs/errors are made from it; a test holds every code that is
used against it. One entry per code, in the block of its stage: R01xx syntax, R02xx names, R03xx types and ranges,
R04xx rules, R05xx at run time, R06xx files, moves, saves and logs, V01xx verification.
"""

import attrs


@attrs.frozen
class Code:
    """What one code means. `example` is a short text, move or save that has the error."""

    title: str
    explanation: str
    example: str = ""


CODES: dict[str, Code] = {
    # --- R01xx: syntax -----------------------------------------------------------------------------------------------
    "R0101": Code(
        "no declaration begins like this",
        "A text is a row of declarations, each beginning with a word such as `game`, `kinds`, `marker` or `rule`.",
        "markr round: 1..6",
    ),
    "R0102": Code(
        "a word or sign that does not fit",
        "Up to this place the sentence reads well; what stands here cannot follow. The help names what can.",
        "marker round 1..6          -- a colon is missing",
    ),
    "R0103": Code(
        "indentation that does not fit",
        "A block is indented below the line that introduces it, and all its lines alike.",
        "kinds\nsuit: clubs, hearts          -- must be indented",
    ),
    "R0104": Code(
        "a quotation that is not closed",
        'A quotation begins and ends with `"` on one line.',
        'game chess "Chess',
    ),
    "R0105": Code(
        "a text or line that is too long",
        "Texts and lines have a limit that no text for people reaches; the message names it.",
        "a line of 100,000 characters",
    ),
    "R0106": Code(
        "a line nested too deeply",
        "Brackets within brackets are read to a certain depth. Give parts of the sentence a name of their own.",
        "the total is ((((((((((((((((((((((((((((((((((1))))))))))))))))))))))))))))))))))",
    ),
    "R0107": Code(
        "a sentence that is not in the language yet",
        "The sentence is well formed, but nothing is made of it here. The help shows what can be written instead.",
        "each player as before",
    ),
    "R0120": Code(
        "the language of a texts file",
        "A `.texts` file begins by naming its language once, by its short name.",
        "language português          -- write: language pt",
    ),
    "R0121": Code(
        "a heading of a texts file",
        "The entries of a `.texts` file stand indented below `names`, `words` or `texts`.",
        "nmaes\n  rio o Rio de Janeiro",
    ),
    "R0122": Code(
        "not the code of a text",
        "An entry of a `.texts` file begins with the code or name that it gives a text to.",
        "  !rio o Rio de Janeiro",
    ),
    "R0123": Code(
        "a text that is empty or too long",
        "An entry of a `.texts` file is a code, then its text, which goes to the end of the line.",
        "  rio",
    ),
    "R0124": Code(
        "two texts for one code",
        "A code has one text in a language; which of two counts would be anybody's guess.",
        "  rio o Rio\n  rio o Rio de Janeiro",
    ),
    "R0125": Code(
        "a blank that is not written well",
        "A blank in a text is a name in braces, `{player}`: not empty, not inside another, and closed.",
        "  vote.cast {player vota",
    ),
    "R0126": Code(
        "a text is missing in a declared language",
        "The header says which languages a game is in. Each of them but the first, in which the rules are written,"
        " needs a text for every name, word and title; the game can be played all the same, so this is a warning.",
        'game chess "Chess", in en and pt          -- and texts/pt.texts has no line for the bishop',
    ),
    "R0127": Code(
        "a form is missing",
        "A name is used inside sentences. Where the language asks for it, its text shows the gender by an article, and"
        " kinds and pieces also have a plural.",
        "names\n  ship navio          -- write: ship o navio, os navios",
    ),
    "R0128": Code(
        "a text for nothing",
        "An entry of a `.texts` file gives a text to something that the game does not have, or the whole file is in a"
        " language that its header does not name.",
        "names\n  bishp o bispo, os bispos          -- the piece is called bishop",
    ),
    "R0129": Code(
        "a blank that names nothing",
        "A blank is filled with what the rule speaks of: a parameter, a kind, a marker, a value. Blanks are not"
        " translated.",
        'may mark(cell) "Mark {cel}"',
    ),
    "R0130": Code(
        "a line that a catalogue does not have",
        "A catalogue begins with its name. A statement is a line with its id, status and kind, and indented lines below"
        " it that begin with `says`, a language of the sections, `why` or `answer`.",
        "vote13 executable, effect",
    ),
    "R0131": Code(
        "a statement that lacks something",
        "A statement says something and has a status: executable, data or descriptive. A descriptive one gives a reason"
        " from the list, the others give none.",
        "why it is obvious",
    ),
    "R0132": Code(
        "a statement that is there twice",
        "An id stands for one statement: margins could not say which of two they mean.",
        "VOTE-13 executable, effect",
    ),
    # --- R02xx: names ------------------------------------------------------------------------------------------------
    "R0201": Code(
        "no such name",
        "The text speaks of something that it does not declare, here or anywhere else.",
        "marker round of each payler: 1..6",
    ),
    "R0202": Code(
        "a name given twice",
        "A name means one thing in a game. The note shows where it was declared first.",
        "marker round: 1..6\nmarker round: 1..3",
    ),
    "R0203": Code(
        "a name that may mean several things",
        "Several kinds have something of that name, and nothing here says which is meant.",
        "the purse is orange          -- a player and a fruit",
    ),
    "R0204": Code(
        "`the` that is missing or too much",
        "Proper names stand alone (`rio`); what is spoken of as the one of its kind takes `the` (`the player`).",
        "if the rio is empty          -- write: if rio is empty",
    ),
    "R0205": Code(
        "nothing of that name is spoken of here",
        "`the space` means the space that was chosen, drawn or named before; here none was.",
        "rule feast\n  the guest's purse rises by 1          -- no guest was named",
    ),
    "R0206": Code(
        "a thing that has no such part",
        "Nothing that is declared of each member of this kind has that name.",
        "the player's prurse",
    ),
    "R0207": Code(
        "a citation that leads nowhere",
        "Where the header names a catalogue, every id in a margin is one of its statements, a ruling, or belongs to a list"
        " that the catalogue names.",
        "may bid(amount)          [AUCT-99]",
    ),
    "R0208": Code(
        "a word among citations that is no id",
        "A margin cites ids in a row; of several with one beginning only the first needs it. Other marks stand behind a"
        " semicolon.",
        "may bid(amount)          [AUCT-04 and AUCT-05]",
    ),
    # --- R03xx: types and ranges -------------------------------------------------------------------------------------
    "R0301": Code(
        "a member that belongs to a wider kind",
        "A kind either lists members of its own or takes some of another kind's, not both.",
        "kinds\n  good: coffee, sugar\n  crop: coffee, corn",
    ),
    "R0302": Code(
        "a kind that is part of itself",
        "A kind may be made of others, but in the end each of them lists its members.",
        "kinds\n  good: crop\n  crop: good",
    ),
    "R0303": Code(
        "not a range, or one too large",
        "A range goes from a smaller number to a larger one, and stays within what a game needs.",
        "marker round: 6..1",
    ),
    "R0304": Code(
        "a start outside the type",
        "A marker starts at a value that its type has.",
        "marker round: 1..6, starts at 0",
    ),
    "R0305": Code(
        "too many cells",
        "A family of values has one cell for each combination of its keys; here there would be more than allowed.",
        "marker trust of each city and each city and each city: 0..9",
    ),
    "R0306": Code(
        "pieces or cards that do not add up",
        "What lies out at the start, and the number declared, must agree.",
        "pieces 10 coins\n  bank, holds 12",
    ),
    "R0307": Code(
        "a place that belongs to nobody",
        "Only a place of each player can be seen by its owner alone.",
        "cards tile\n  bag, seen by the player",
    ),
    "R0308": Code(
        "an account that is not a number of each player",
        "What is owed is counted for each player, and settled one by one by a rule.",
        "account steps: 0..60, settled one by one by climb",
    ),
    "R0309": Code(
        "a table that does not fit",
        "A table has a head and one row for each member of its kind, all equally long, its columns of one kind each.",
        "table spaces\n  space pay\n  1",
    ),
    "R0310": Code(
        "a condition is needed",
        "What follows `if`, `only if` or `until` is a sentence that holds or does not.",
        "if the player's purse          -- write: if the player's purse is empty",
    ),
    "R0311": Code(
        "another type is needed",
        "The sentence compares, counts or gives away things of kinds that have nothing to do with each other.",
        "the player's purse is rio          -- a number is never a port",
    ),
    "R0312": Code(
        "division by zero",
        "A number can be divided by 1 or more.",
        "the pot / 0",
    ),
    "R0313": Code(
        "a number is needed",
        "Only numbers are added, subtracted, or more or less than each other.",
        "the player + 1",
    ),
    "R0314": Code(
        "words that are missing or too many",
        "A defined value is asked for with exactly the words it was defined with.",
        "the province's power          -- write: the province's power for defending",
    ),
    "R0315": Code(
        "only a player chooses",
        "Whoever chooses is a player: `the player`, a marker or value that is a player, a player by name.",
        "the port chooses",
    ),
    "R0316": Code(
        "a kept value without a type",
        "What a rule keeps says what it holds: by its type, or by the value it begins with.",
        "keep best          -- write: keep best: 0..180",
    ),
    "R0317": Code(
        "something that cannot be changed",
        "Only markers and what a rule keeps are changed; tables, defined values and named values stay as they are.",
        "the space's pay rises by 1          -- the pay is printed in a table",
    ),
    "R0318": Code(
        "pieces that would be counted anew",
        "Pieces are moved from place to place, so that none is ever lost; a holding is not set to a number.",
        "the player's purse becomes 5          -- write: move 5 coins from the bank to the player's purse",
    ),
    "R0319": Code(
        "no supply, or no place for discards",
        "Without `from` or `to`, pieces come from their supply and cards go to their discards; neither is declared.",
        "discard 1 coin from the player's purse          -- no place of coins is marked as supply",
    ),
    "R0320": Code(
        "not a place of these pieces or cards",
        "Pieces and cards lie in the places that are listed where they are declared, and nowhere else.",
        "move 1 coin from the player's purse to the player's hand",
    ),
    # --- R04xx: rules ------------------------------------------------------------------------------------------------
    "R0401": Code(
        "a value defined by itself",
        "To work the value out one would have to know it already. The help shows the circle.",
        "value the pot_size = the pot_size + 1",
    ),
    "R0402": Code(
        "a value that may have none",
        "A defined value says what it is in every case: by `=`, or by lines that end with `otherwise`.",
        "value a player's rank: 1..3\n  1 if the player's purse is at least 10",
    ),
    "R0403": Code(
        "a line that every game needs",
        "A text says once what the game is called (`game`), who plays (`players`) and where play begins"
        " (`starts with`).",
        'game my_game "My game"\nplayers red, blue          -- and: starts with round',
    ),
    "R0404": Code(
        "players that cannot be",
        "The text names its players, and how many of them may play. The game was asked for with more, fewer or others,"
        " or the line names a player twice.",
        "players red, blue, 2 to 5          -- there are only two",
    ),
    "R0405": Code(
        "something that nothing uses",
        "A rule, marker, ending, account or value is declared, but nothing in the text speaks of it: mostly a slip of"
        " the pen, so this is a warning.",
        "marker roud: 1..6          -- every rule speaks of the round",
    ),
    "R0406": Code(
        "rules that perform each other in a circle",
        "A rule cannot perform itself, directly or by way of others. Let it earn into an account instead, which another"
        " rule settles.",
        "rule climb\n  climb",
    ),
    "R0407": Code(
        "a given fact that is not one cell",
        "What a scenario gives says what single markers and places hold; it computes nothing.",
        "given\n  the sum of each player's purse is 10          -- write: red's purse is 4; blue's purse is 6",
    ),
    "R0408": Code(
        "readings joined by both `and` and `or`",
        "What holds under several readings joins them all by `and`, or all by `or`; nobody knows what a mixture means.",
        "under AMB-1 b and AMB-2 a or AMB-3 c          -- write one `under` for each combination",
    ),
    "R0409": Code(
        "a change of something that is not there",
        "A reading, card or improvement changes a clause, value, step or option by its name; none has that name.",
        "under AMB-1 b\n  serve.enugh: the purse is not empty          -- the clause is called enough",
    ),
    "R0410": Code(
        "two changes of one thing",
        "Two readings or cards change the same clause or value, and both can hold at once. Say what holds under both.",
        "under AMB-1 b\n  serve.enough: the pot is 2\nunder AMB-2 c\n  serve.enough: the pot is 3",
    ),
    "R0411": Code(
        "a pack or scenarios of another game",
        "A content pack names the game it is for, and so may a file of scenarios; it is read only together with that game.",
        'pack tournament "Tournament cards" for another_game',
    ),
    "R0412": Code(
        "a repeat of which nothing says why it ends",
        "A repeat in which nobody decides goes on by itself. Name in its margin a number that falls with each pass; the"
        " verifier proves that it does. What changes step by step what `until` looks at needs no such margin.",
        "repeat until the total is 10          -- nothing in the loop changes the total",
    ),
    "R0413": Code(
        "a loop whose outcome depends on an order that nobody declared",
        "`each` without `in turn from` happens to all at once. What is done for one may not overwrite what was done for"
        " another, nor take what another would have taken.",
        "each player\n  the bank pays up to 3 to the player          -- who gets the last coins?",
    ),
    "R0414": Code(
        "a condition on something that the chooser cannot see",
        "Which moves are legal is known to the player who chooses, and so tells what a condition depends on. A"
        " condition may ask only for what that player sees.",
        "strong: the rival's hand holds a king          -- the hand is seen by the rival alone",
    ),
    "R0415": Code(
        "an option that can never be chosen",
        "Whatever values its parameters have, one of its conditions fails by the tables alone, in every position.",
        "may build(site) only if cheap: the site's price is less than 0",
    ),
    "R0418": Code(
        "a pack that does not say what it must",
        "The rules say under `pack must` what the tables and cards of every content pack satisfy. This pack does not:"
        " the message names the first members for which it is so. Only facts that no move changes can be asked for.",
        "pack must\n  berths: for every port: the berths at the port is at least 1",
    ),
    "R0430": Code(
        "a panel of the layout that cannot be drawn so",
        "A `grid` shows the cells of a grid, a `map` has coordinates, a `track` goes from number to number, and a `board`"
        " belongs to each player.",
        "layout\n  grid of suit          -- suit is a plain kind: write `row of suit`",
    ),
    "R0431": Code(
        "a thing that has no place on a panel",
        "A panel of places shows what is declared of each of them, and what has one of them as its value.",
        "layout\n  map of province: round          -- the round is in no province",
    ),
    "R0432": Code(
        "a place of a map that is missing, given twice or outside",
        "A map says once where each member of its kind stands, within its width and height.",
        "layout\n  map of province, 100 by 60\n    rio 120 20",
    ),
    "R0450": Code(
        "typed rules that call each other in a circle",
        "The same as R0406, found while the automaton is made: by rules that did not come from a checked text.",
        'Game(rules={"climb": Rule("climb", body=(Call("climb"),))})',
    ),
    "R0451": Code(
        "a rule of a settlement called from outside it",
        "A rule that takes part in settling an account, and earns into that account in its own middle, is also called"
        " from elsewhere, where nothing is being settled. Let the caller earn instead.",
        "rule feast\n  climb by the host          -- climb settles steps, and earns steps",
    ),
    # --- R05xx: at run time ------------------------------------------------------------------------------------------
    "R0501": Code(
        "more pieces moved than there are",
        "A rule moves an exact number of pieces out of a place that holds fewer. Guard the move with a clause of the"
        " option, or write"
        " `up to`, which takes what there is.",
        "the player pays 3 to the bank          -- the purse holds 2",
    ),
    "R0502": Code(
        "nothing to draw",
        "A draw has no outcome with a positive weight: the place it draws from is empty. Refill it first, or draw"
        " only if it holds a card.",
        "draw 1 card from the deck to the player's hand          -- the deck is empty",
    ),
    "R0503": Code(
        "value outside its range",
        "A rule gives a marker, a kept value or an account a value that its type does not have. Widen the range,"
        " declare what happens at"
        " its ends (`stops at the ends`, `wraps`), or guard the change.",
        "marker prestige of each player: 0..10\n...\nthe player's prestige rises by 3          -- it is 9",
    ),
    "R0504": Code(
        "a decision without a legal move",
        "A player must choose, but no option of the decision is possible and none can be declined. Give the decision"
        " an option without"
        " conditions, or ask only if something is possible.",
        "the player chooses buy(item) only if\n  affordable: the item's price is at most the player's purse         "
        " -- the purse is empty",
    ),
    "R0505": Code(
        "asked about none",
        "A rule asks for something of a value that is none at that moment. Test `is none` first.",
        "the leader's purse          -- the leader is none",
    ),
    "R0506": Code(
        "a round in which nobody can be visited",
        "A loop that goes round until something holds found nobody to visit in a full round, so that it would go on"
        " for ever.",
        "each bidder, in turn from the dealer\n  again until the best is 10          -- there are no bidders left",
    ),
    "R0507": Code(
        "the rules do not come to a decision",
        "So many steps followed each other without anybody deciding that the rules are taken to run for ever. Make"
        " sure that a loop"
        " without decisions comes nearer to its end with each pass.",
        "repeat until the total is 10          -- nothing in the loop changes the total",
    ),
    # --- R060x: finding and reading the files of a game --------------------------------------------------------------
    "R0600": Code(
        "no such game",
        "What was given is neither a file, nor a folder with a `game.rules`, nor the name of an installed game.",
        "rulespec check gmaes/chess",
    ),
    "R0601": Code(
        "a file of the game is missing",
        "The header of `game.rules` names a file that is not in the folder.",
        "files cards.rules          -- there is no cards.rules beside game.rules",
    ),
    "R0602": Code(
        "a file outside the game's folder",
        "A game is loaded from its own folder only: a file named by its header may not be an absolute path, lead out"
        " of the folder by"
        " `..`, or be a link to the outside.",
        "files ../../etc/passwd",
    ),
    "R0603": Code(
        "a file is named twice",
        "The header names the same file more than once; a game that included itself would never end.",
        "files game.rules, cards.rules, cards.rules",
    ),
    "R0604": Code(
        "not a UTF-8 text",
        "Rules, saves and logs are UTF-8 texts. The place is the first byte that does not belong to one.",
        "a file saved as Latin-1 or UTF-16",
    ),
    "R0605": Code(
        "too large",
        "A file, a game, a save or a log exceeds the limit for texts from strangers; the message names the limit.",
        "a game.rules of 100 MB",
    ),
    "R0606": Code(
        "a file cannot be read",
        "The operating system refuses to read the file; the message is its own.",
        "a game.rules that you have no permission to read",
    ),
    "R0607": Code(
        "a number of players that the game does not have",
        "The text declares how many players it is for, and who they are; the game was asked for with others.",
        "rulespec simulate GAME --players 9",
    ),
    "R0608": Code(
        "no such ruling, reading or profile",
        "The game was asked for under a ruling, a reading or a profile that its text does not declare.",
        "rulespec check GAME --ruling AMB-1=z",
    ),
    "R0609": Code(
        "no such content pack",
        "The game's folder has no pack of that name in `content/`.",
        "rulespec check GAME --content comunity",
    ),
    "R0610": Code(
        "an installed game that does not load",
        "A package offers a game under that name, but its folder has no `game.rules`, or the package cannot be"
        " imported.",
        "rulespec check magnanimous          -- the package is broken",
    ),
    "R0611": Code(
        "a control character in a text",
        "A text contains a character that is not shown, such as NUL; it cannot be part of rules that people read.",
        "a file with a NUL byte in it",
    ),
    # --- R062x: moves ------------------------------------------------------------------------------------------------
    "R0620": Code(
        "not written as a move",
        "A move is `option(name=value, ...)`: the name of an option and its values in brackets. Values are names,"
        " numbers, yes, no, none,"
        " sets `{a, b}` and maps `{a: 2, b: 0}`.",
        "export(port=rio, number=",
    ),
    "R0621": Code(
        "no such option",
        "No decision of the game has an option of that name.",
        "exprot(rio, 4)",
    ),
    "R0622": Code(
        "a value too many, too few or twice",
        "A move gives each parameter of its option exactly one value, by name or in order.",
        "export(rio, 4, 4, 4)",
    ),
    "R0623": Code(
        "a value that the parameter does not have",
        "The value is not a member of the parameter's kind, or lies outside its range.",
        "export(port=tokyo, number=4)",
    ),
    "R0624": Code(
        "not an option of this decision",
        "The option exists, but what is to be decided now is something else.",
        "pass          -- while a card is to be drawn",
    ),
    "R0625": Code(
        "the move is not legal",
        "The move is well formed, but a clause of its option does not hold now. The answer that comes with the error"
        " names the clause.",
        "place(square=b2)          -- the square is taken",
    ),
    "R0626": Code(
        "the game is over",
        "Nobody decides any more, so that nothing can be played.",
        "a move after the last one",
    ),
    "R0627": Code(
        "no such player",
        "The name is not one of the players of this game.",
        'rulespec ask GAME STATE "..." --viewer grey',
    ),
    "R0628": Code(
        "not your decision",
        "The move was given in the name of a player who does not decide now.",
        "a move of Blue while Red decides",
    ),
    "R0629": Code(
        "only the owner of a decision has its legal moves",
        "A view holds the legal moves of its own player. For another player's decision, ask with a state or with"
        " that player's view.",
        "game.legal(view of Red) while Blue decides",
    ),
    # --- R064x: saves, views and logs --------------------------------------------------------------------------------
    "R0640": Code(
        "not JSON",
        "A save is a JSON object, a log has one JSON object per line. The place is where reading stopped; a text"
        " that ends too early is"
        " often a file that was cut off.",
        '{"format": "rulespec-state/1", "ga',
    ),
    "R0641": Code(
        "nested too deeply",
        "Nothing in a save is nested more than a few levels; reading stops there.",
        "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
    ),
    "R0642": Code(
        "a number too large",
        "No number in a save or move needs more than 18 digits.",
        '{"seed": 1000000000000000000000000000000}',
    ),
    "R0643": Code(
        "another format or version",
        "`format` says what a text is and by which version of the schema. This one is something else, or was written"
        " by a later rulespec.",
        '{"format": "rulespec-state/9"}',
    ),
    "R0644": Code(
        "a save of another game",
        "The save was made with another game, another text of it, other players, other readings or other content;"
        " its values need not mean"
        " the same here.",
        '{"game": "chess", ...}          -- restored by another game',
    ),
    "R0645": Code(
        "a field is missing",
        "The schema of the value requires the field.",
        '{"format": "rulespec-state/1"}',
    ),
    "R0646": Code(
        "a field that does not belong",
        "The schema of the value does not have the field; misspelt fields would otherwise be lost without a word.",
        '{"format": "rulespec-state/1", "staet": {}}',
    ),
    "R0647": Code(
        "a value of the wrong form",
        "The field holds something else than its schema says: a text instead of a number, a list instead of an object.",
        '{"state": []}',
    ),
    "R0648": Code(
        "a value outside its range",
        "The field names a member or a number that the game does not have there.",
        '{"state": {"round": 99}}',
    ),
    "R0649": Code(
        "pieces or cards that do not add up",
        "Every piece has a total and every card lies in exactly one place. In this save some are missing or too many.",
        "a save in which two players hold the same card",
    ),
    "R0650": Code(
        "control that cannot be",
        "The save is at a decision that the game does not have, or rests in the middle of a rule with values that no"
        " course of play gives.",
        '{"control": {"decision": "nowhere"}}',
    ),
    "R0651": Code(
        "a field given twice",
        "A JSON object has the same field twice; which of them counts would be anybody's guess.",
        '{"seed": 1, "seed": 2}',
    ),
    "R0652": Code(
        "a move of the log that does not fit",
        "Up to this line the log was played again; this move or chance result is not possible here.",
        '{"move": {"option": "pass", "args": {}}}          -- while nobody may pass',
    ),
    "R0653": Code(
        "a view is not a state",
        "A view does not hold what its player cannot see, so that no game can go on from it.",
        "game.restore(view)",
    ),
    "R0654": Code(
        "a chance result that the seed does not give",
        "The log has a seed and chance results, and they contradict each other: the log was edited, or written by"
        " another generator.",
        '{"draw": {"card": "king"}}          -- the seed gives the queen',
    ),
    "R0655": Code(
        "no such line of the log",
        "`game.log@57` asks for the state after 57 entries; the log is shorter.",
        'rulespec ask GAME game.log@5000 "..."',
    ),
    "R0656": Code(
        "a pickled state without its game",
        "A state is pickled with the address of its game. The game is not at that address any more, or its text has"
        " changed.",
        "a state pickled on another machine",
    ),
    # --- R066x: commands ---------------------------------------------------------------------------------------------
    "R0660": Code(
        "no such schema",
        "`rulespec schema` without a name lists them.",
        "rulespec schema staet",
    ),
    "R0661": Code(
        "no such code",
        "The code is not in the table; `rulespec explain` without a code lists all of them.",
        "rulespec explain R9999",
    ),
    "R0662": Code(
        "an extra is not installed",
        "The command needs libraries that are installed with an extra of the package.",
        "rulespec verify GAME          -- without pip install 'rulespec[verify]'",
    ),
    "R0663": Code(
        "no scenarios",
        "None of the texts that were given has a scenario.",
        "rulespec test README.md",
    ),
    "R0664": Code(
        "a file cannot be written",
        "The operating system refuses to write the file; the message is its own.",
        "rulespec compile GAME -o /nowhere/game.py",
    ),
    "R0665": Code(
        "not a place for a new game",
        "`rulespec new` writes into an empty folder whose name can be a name of the language.",
        "rulespec new My-Game",
    ),
    "R0666": Code(
        "a change that is not written NAME=VALUE",
        "What is supposed is written with the names of a dump, joined by dots, and one value.",
        "rulespec suppose GAME new purse blue 4          -- write: purse.blue=4",
    ),
    "R0671": Code(
        "no Python for the browser",
        "The web page runs the rules in Pyodide, which npm fetches once; the help says how to bring it along by hand.",
        "rulespec web games/kuhn_poker          -- on a machine without npm",
    ),
    # --- V01xx: verification -----------------------------------------------------------------------------------------
    "V0101": Code(
        "not something that can be verified",
        "The verifier takes a loaded game, typed rules or an automaton.",
        "verify(42)",
    ),
}


def page(code: str) -> str:
    """The page of a code in docs/errors, as Markdown.

    >>> page("R0312").splitlines()[0]
    '# R0312: division by zero'
    """
    found = CODES[code]
    lines = [
        f"# {code}: {found.title}",
        "",
        *found.explanation.replace(". ", ".\n").split("\n"),
        "",
        "For example:",
        "",
    ]
    return "\n".join([*lines, "```text", *found.example.split("\n"), "```", ""])
