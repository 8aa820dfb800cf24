"""How to read a reference: the conventions of the language of rules, told in each language.

Reads a game; returns what its reader needs to know. A third language adds its tuple here.
"""

from rulespec.docs.order import abouts
from rulespec.rules.game import Game

LEGEND = {
    "en": (
        "A rule is carried out line by line; indented lines belong to the line above them.",
        "Where a player chooses, exactly one of the options is taken. All conditions of an option are tested before"
        " anything happens; every one of them must hold. Each has a code, which answers to disputed moves name.",
        "“each …, in turn from X” goes round the table, X first. With “round after round, until” it carries on;"
        " the condition is looked at before each visit.",
        "“if …” looks at its condition when the line is reached. Of the cases of a value, the first that fits counts.",
        "A value that is fixed keeps what it was; a defined value is worked out anew whenever it is spoken of.",
        "Pieces only move from place to place; “up to” takes what there is. A place as a number is the count in it.",
        "What is earned on an account is settled one by one at the end of the option or rule in which it was earned.",
        "A ruling is an open question of the rulebooks with its readings; the text is the default reading.",
        "In square brackets stand the sources: ids of the catalogue.",
    ),
    "pt": (
        "Uma regra se cumpre linha por linha; linhas recuadas pertencem à linha acima delas.",
        "Quando um jogador escolhe, toma-se exatamente uma das opções. Todas as condições de uma opção são testadas"
        " antes que algo aconteça; todas devem valer. Cada uma tem um código, citado nas respostas sobre jogadas"
        " contestadas.",
        "“cada …, em ordem a partir de X” dá a volta na mesa, X primeiro. Com “volta após volta, até” segue adiante;"
        " a condição é olhada antes de cada visita.",
        "“se …” olha sua condição quando se chega à linha. Entre os casos de um valor, conta o primeiro que serve.",
        "Um valor fixado guarda o que era; um valor definido é calculado de novo cada vez que se fala dele.",
        "Peças só vão de um lugar a outro; “até” toma o que houver. Um lugar como número é a quantidade nele.",
        "O que se ganha numa conta é acertado um a um no fim da opção ou regra em que foi ganho.",
        "Uma questão em aberto dos livros de regras tem suas leituras; o texto é a leitura padrão.",
        "Entre colchetes estão as fontes: números do catálogo.",
    ),
}
TITLES = {"en": "How to read this reference", "pt": "Como ler esta referência"}


def legend(game: Game, language: str) -> list[str]:
    """The conventions that this game uses."""
    absent = set()
    if not game.pieces:
        absent.add(5)
    if not game.accounts:
        absent.add(6)
    if not game.rulings:
        absent.add(7)
    if not any(about.cites for _, _, about in abouts(game)):
        absent.add(8)
    return [text for number, text in enumerate(LEGEND.get(language, LEGEND["en"])) if number not in absent]
