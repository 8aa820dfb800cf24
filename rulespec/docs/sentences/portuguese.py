"""Portuguese: templates and grammar, with contractions and agreement in gender and number.

Reads phrases. Returns text.
"""

import attrs

from rulespec.docs.sentences.grammar import Grammar
from rulespec.docs.sentences.phrase import Phrase, readable

TEMPLATES = {
    # values
    "none": "nenhum",
    "yes": "sim",
    "no": "não",
    "nothing": "nada",
    "entry": "{de key}",
    "number of": "o número de {bare many}{narrow}",
    "sum of": "a soma {de body} para cada {bare one}{narrow}",
    "every one": "{many: todos os/todas as/todos os/todas as} {bare many}{narrow}",
    "empty set": "o conjunto vazio",
    "is empty": "{a} {está a} {a: vazio/vazia/vazios/vazias}",
    "not is empty": "{a} não {está a} {a: vazio/vazia/vazios/vazias}",
    "pays": "{a} {paga a} {amount} {a b}",
    "first": "{one: o primeiro/a primeira} {bare one}{narrow}",
    "next after": "{one: o próximo/a próxima} {bare one} depois {de start}",
    "direction": "{bare one} {direction} {de a}",
    "first from": "{one: o primeiro/a primeira} {bare one} a partir {de start}{narrow}",
    "smaller": "o menor entre ({list})",
    "larger": "o maior entre ({list})",
    "choice": "{a} se {condition}, senão {b}",
    "quotient": "{a} ÷ {b}, arredondado para baixo",
    "remainder": "o resto de {a} ÷ {b}",
    "whether": "se {condition}",
    "from to": "{low} a {high}",
    "or none": "{bare one} ou {one: nenhum/nenhuma}",
    "cards listed": "{number} cartas: {list}.",
    "indefinite": "{a: um/uma} {bare a}",
    "numbered": "{bare kind} {number}",
    # comparisons, then their opposites
    "=": "{a} {é a} {b}",
    "<": "{a} {é a} menor que {b}",
    "<=": "{a} {é a} no máximo {b}",
    ">": "{a} {é a} maior que {b}",
    ">=": "{a} {é a} pelo menos {b}",
    "not =": "{a} não {é a} {b}",
    "lies in": "{a} {está a} {em b}",
    "not lies in": "{a} não {está a} {em b}",
    "is a": "{a} {é a} {one: um/uma} {bare one}",
    "not is a": "{a} não {é a} {one: um/uma} {bare one}",
    "is word": "{a} {é a} {word}",
    "has none": "{a} não {tem a} {bare one}",
    "has one": "{a} {tem a} {one: um/uma} {bare one}",
    "there is none": "não há {bare a}",
    "there is one": "há {a: um/uma} {bare a}",
    "not is word": "{a} não {é a} {word}",
    "is so": "vale “{word}”",
    "not is so": "não vale “{word}”",
    "not": "não é verdade que {sentence}",
    # sentences within sentences
    "every": "cada {bare one}{narrow}",
    "some": "{one: algum/alguma} {bare one}{narrow}",
    "no one": "{one: nenhum/nenhuma} {bare one}{narrow}",
    "for every": "para cada {bare one}{narrow}, {sentence}",
    "for some": "há {one: um/uma} {bare one}{narrow} tal que {sentence}",
    "for no": "não há {one: nenhum/nenhuma} {bare one}{narrow} tal que {sentence}",
    "of": " {de a}",
    "other than": " diferente {de a}",
    "only": "só {a}",
    "without": " sem {bare one}",
    "with one": " com {bare one}",
    "that is": " que {é one} {word}",
    "that is not": " que não {é one} {word}",
    "whose": "{a: cujo/cuja/cujos/cujas} {bare a}",
    "in": " entre {a}",
    "lying": " {em a}",
    "where": " tal que {sentence}",
    "can choose": "{a} pode escolher “{option}”",
    "can perform": "{a} pode escolher algo em “{option}”",
    "not can choose": "{a} não pode escolher “{option}”",
    "not can perform": "{a} não pode escolher nada em “{option}”",
    "somebody": "o jogador",
    "ruling": "joga-se por {ruling} {letter}",
    "not ruling": "não se joga por {ruling} {letter}",
    "always": "sempre",
    "never": "nunca",
    # what happens
    "let": "{a} {é a} {b}",
    "becomes none": "{a} {fica a} sem {bare one}",
    "becomes none alone": "não há mais {bare a}",
    "becomes": "{a} {passa a} a ser {b}",
    "becomes so": "a partir de agora {sentence}",
    "rises": "{soma b} {b} {a a}",
    "falls": "{subtrai b} {b} {de a}",
    "joins": "{a} {entra a} {em b}",
    "leaves": "{a} {sai a} {de b}",
    "all": "para cada {bare one}{narrow}: {sentence}",
    "move": "{amount} {vai amount} {de source} para {target}",
    "counted": "{number} {bare pieces}",
    "as many": "{pieces: tantos/tantas/tantos/tantas} {bare pieces} quanto {amount}",
    "up to": "até {amount}",
    "all pieces": "{pieces: todos/todas/todos/todas} {pieces: os/as/os/as} {bare pieces}",
    "at most there": "; {target} {comporta target} no máximo {most}",
    "under": "pela leitura {readings}",
    "instead under": "em vez disso, pela leitura {readings}",
    "left out under": "isso não se faz pela leitura {readings}",
    "only under": "só pela leitura {readings}",
    "under said": "pela leitura {readings}: {sentence}",
    "lapses under": "pela leitura {readings} isso não precisa valer",
    "times": "{text}, {number} vezes",
    "with highest": " com {o a} mais {a: alto/alta}",
    "move card": "{card} {vai card} para {place}",
    "if": "se {condition}",
    "otherwise": "senão",
    "otherwise if": "senão, se {condition}",
    "outcome": "{condition} → “{label}”",
    "each": "cada {bare one}{narrow}",
    "in turn from": ", em ordem a partir {de start}",
    "again until": ", volta após volta, até ser verdade que {condition}",
    "again": ", volta após volta",
    "at once": ", ao mesmo tempo",
    "repeat": "repete-se até ser verdade que {condition}",
    "repeat forever": "repete-se até o fim do jogo",
    "chooses": "{owner} {escolhe owner}: “{title}”",
    "option": "{option}",
    "draw": "o acaso escolhe {one: um/uma} {bare one}",
    "draw among": "o acaso escolhe {one: um/uma} {bare one} tal que {condition}, com chances iguais",
    "draw card": "sorteia-se {one: um/uma} {bare one} {de source} para {target}",
    "draw weighted": "o acaso escolhe {one: um/uma} {bare one}; seu peso é {weight}",
    "seen by": " (à vista {de who})",
    "unseen": " (sem que ninguém veja)",
    "call": "segue “{rule}”",
    "call by": "{a} {realiza a} “{rule}”",
    "with": " com {list}",
    "earns": "{a} {ganha a} {amount} {de account}",
    "earns count": "{a} {ganha a} {number} × “{account}”",
    "announce": "{a} {anuncia a} “{name}”",
    "show all": "{a} {é a} {a: mostrado/mostrada/mostrados/mostradas} a todos",
    "show": "{a} {é a} {a: mostrado/mostrada/mostrados/mostradas} {a b}",
    "end": "o jogo termina: {ending}",
    "step": "{title}",
    # why a condition fails
    "fact =": "{a} {é a} {actual}, não {required}",
    "fact not =": "{a} {é a} {actual}",
    "fact <": "{a} {é a} {actual}; deve ser menor que {required}",
    "fact <=": "{a} {é a} {actual}; pode ser no máximo {required}",
    "fact >": "{a} {é a} {actual}; deve ser maior que {required}",
    "fact >=": "{a} {é a} {actual}; deve ser pelo menos {required}",
    "required by": "{required} ({b})",
    "fails for": "falha para {element}: {fact}",
    "holds for": "{element}: {fact}",
    "word because": "{word}: {fact}",
    "none fits": "{one: nenhum/nenhuma} {bare one} serve",
    "none there": "não há {one: tal/tal} {bare one}",
    "more of them": " (e para mais {number})",
    "hidden": "o que decide está oculto",
}
WORDS = {
    "and": "e",
    "or": "ou",
    "for": "para",
    "reading": "leitura",
    "default": "padrão",
    "source": "Fonte",
    "options": "Opções",
    "option decline": "recusar",
    "conditions": "Condições",
    "effects": "Então",
    "rules": "Regras",
    "tables": "Tabelas",
    "rulings": "Questões em aberto",
    "invariants": "O que sempre vale",
    "glossary": "Glossário",
    "citations": "Índice por citação",
    "graph": "As decisões em ordem",
    "graph is": "O que pode vir depois de cada decisão. Sorteios, e o que acontece por si, ficam entre elas.",
    "followed by": "Pode ser seguida de",
    "code": "Código",
    "examples": "Exemplos",
    "example": "Exemplo",
    "given": "Dado",
    "plays": "{player} joga {move}",
    "refused by": "recusado por",
    "came out": "Jogado quando esta página foi escrita: saiu assim.",
    "failed": "Saiu de outro modo:",
    "contents": "Conteúdo",
    "players": "Jogadores",
    "version": "Versão",
    "decisions": "Decisões",
    "decision": "Decisão",
    "owner": "Quem decide",
    "where": "aqui",
    "parameters": "Escolha",
    "several": "só se pergunta quando há escolha",
    "no conditions": "Sempre possível.",
    "no effect": "Nada acontece.",
    "lifted if": "Ou então",
    "added by": "acrescentado por",
    "values": "Valores e palavras",
    "definition": "{word} de {list}",
    "if": "se",
    "otherwise": "senão",
    "in other cases": "nos demais casos",
    "kinds": "Tipos",
    "components": "Componentes",
    "indexes": "Índices",
    "pieces": "Peças",
    "cards": "Cartas",
    "place": "Lugar",
    "places": "Lugares",
    "supply": "reserva",
    "total": "Total",
    "visible": "À vista de",
    "all": "todos",
    "none": "ninguém",
    "its owner": "seu dono",
    "count": "todos (só quantas há)",
    "markers": "Marcadores",
    "starts": "Começa em",
    "range": "Valores",
    "endings": "Como o jogo termina",
    "scores": "Pontuação",
    "winners": "Vencedores",
    "highest": "vence quem tem o maior total",
    "nobody": "ninguém vence",
    "winner is": "vence {list}",
    "question": "Questão",
    "affects": "Lida por",
    "always": "sempre",
    "during": "durante {where}",
    "outside": "fora de {where}",
    "after": "depois de {where}",
    "language": "Português",
    "performed by": "Realizada por",
    "with": "Com",
    "called from": "Usada por",
    "chance": "Acaso",
    "over": "O jogo acabou",
    "start": "Início",
    "phase": "Fase",
    "rule": "Regra",
    "menu": "Menu",
    "step": "Passo",
    "term": "Palavra",
    "meaning": "Significado",
    "each": "cada",
    "of each": "de cada",
    "citation": "Citação",
    "statement": "Enunciado",
    "section": "Seção",
    "found in": "Encontra-se em",
    "facts": "Proveniência",
    "contributions": "Modificado por",
    "at least": "no mínimo",
    "set": "passa a ser",
    "add": "muda em",
    "readings": "Leituras",
    "no rulings": "O texto não deixa questões em aberto.",
    "active if": "Somente se",
    "account": "Conta",
    "settled": "acertada uma a uma por",
    "LEGAL": "PERMITIDO",
    "FORBIDDEN": "PROIBIDO",
    "NOT_PERMITTED": "NÃO PERMITIDO",
    "ILL_FORMED": "NÃO É UMA JOGADA",
    "UNDETERMINED": "INDETERMINADO",
    "verdict LEGAL": "{player} pode jogar {move}.",
    "verdict FORBIDDEN": "{player} não pode jogar {move}.",
    "verdict NOT_PERMITTED": "{player} não pode jogar {move}.",
    "verdict ILL_FORMED": "{move} não é uma jogada deste jogo.",
    "verdict UNDETERMINED": "se {player} pode jogar {move} depende do que {viewer} não vê.",
    "would be legal": "Seria permitido",
    "never": "Nunca: uma condição sobre fatos fixos falha.",
    "belongs to": "Pertence a",
    "legal under": "permitido sob",
    "contested yes": "Contestado: o veredito muda sob",
    "contested no": "Contestado: não, o mesmo sob todas as leituras.",
    "overridden": "Suspenso",
    "by": "por",
    "incomplete": "Não examinado",
    "more": "mais {number}",
    "requires": "deve valer",
    "wrong moment": "a decisão pendente é outra: {decision}",
    "wrong player": "quem decide é {owner}, não {player}",
    "game over": "o jogo acabou",
    "not active": "esta opção não existe sob as leituras jogadas",
    "no such option": "não há opção com esse nome",
    "wrong count": "leva {required} valores, não {actual}",
    "out of range": "{name} não pode ser {actual}",
    "impossible draw": "isto não pode ser sorteado agora",
    "unclear": "a pergunta não foi entendida",
    "unknown words": "não são palavras deste jogo: {list}",
    "could be meant": "pode querer dizer: {list}",
    "can be chosen": "agora se pode escolher: {list}",
    "first": "Possível depois de “{move}”",
    "read as": "Entendido como {move}",
    "left open": "a pergunta deixa em aberto {list}",
    "unused": "não faz parte deste lance: {list}",
    "cells": "o que {viewer} não vê",
    "it takes": "Leva",
}

CONTRACTIONS = {
    ("de", "o"): "do", ("de", "a"): "da", ("de", "os"): "dos", ("de", "as"): "das",
    ("em", "o"): "no", ("em", "a"): "na", ("em", "os"): "nos", ("em", "as"): "nas",
    ("a", "o"): "ao", ("a", "a"): "à", ("a", "os"): "aos", ("a", "as"): "às",
    ("de", "esse"): "desse", ("de", "essa"): "dessa", ("em", "esse"): "nesse", ("em", "essa"): "nessa",
    ("por", "o"): "pelo", ("por", "a"): "pela", ("por", "os"): "pelos", ("por", "as"): "pelas",
}  # fmt: skip
PREPOSITIONS = {
    "of": "de", "in": "em", "at": "em", "on": "em", "to": "a", "for": "para", "from": "de", "by": "por", "with": "com",
}  # fmt: skip
"""The prepositions of the language of rules, for words that have no template of their own."""

# What is masculine unless it ends so; a name with a text says its gender by its article.
FEMININE_ENDINGS = ("a", "ão", "ade", "gem")


VERBS = {
    "é": ("é", "são"),
    "paga": ("paga", "pagam"),
    "comporta": ("comporta", "comportam"),
    "está": ("está", "estão"),
    "passa": ("passa", "passam"),
    "entra": ("entra", "entram"),
    "sai": ("sai", "saem"),
    "vai": ("vai", "vão"),
    "escolhe": ("escolhe", "escolhem"),
    "realiza": ("realiza", "realizam"),
    "ganha": ("ganha", "ganham"),
    "anuncia": ("anuncia", "anunciam"),
    "tem": ("tem", "têm"),
    "fica": ("fica", "ficam"),
    "soma": ("soma-se", "somam-se"),
    "subtrai": ("subtrai-se", "subtraem-se"),
}


DIRECTIONS = {
    "north": "ao norte", "north_east": "a nordeste", "east": "a leste", "south_east": "a sudeste",
    "south": "ao sul", "south_west": "a sudoeste", "west": "a oeste", "north_west": "a noroeste",
}  # fmt: skip


class Portuguese(Grammar):
    """`a bolsa do jogador é pelo menos o custo`."""

    code = "pt"
    templates = TEMPLATES
    words = WORDS
    prepositions = frozenset("de em a por para com entre sobre sob até contra desde".split())
    verbs = VERBS
    directions = DIRECTIONS

    def forms(self, text: str) -> Phrase:
        one, _, several = (part.strip() for part in text.partition(","))
        phrase = _with_article(one)
        return attrs.evolve(phrase, plural_words=_with_article(several).words if several else None)

    def common(self, name: str) -> Phrase:
        return Phrase(readable(name), "o")

    def article(self, phrase: Phrase) -> str:
        return ("os", "as")[phrase.feminine] if phrase.plural else ("o", "a")[phrase.feminine]

    def preposition(self, word: str) -> str:
        return PREPOSITIONS.get(word, "para")

    def many(self, phrase: Phrase) -> Phrase:
        if phrase.plural:
            return phrase.bare()
        words = phrase.plural_words or _plural(phrase.words)
        return attrs.evolve(phrase, words=words, article="", plural=True)

    def with_preposition(self, preposition: str, phrase: Phrase) -> str:
        contracted = CONTRACTIONS.get((preposition, phrase.article))
        if contracted is not None:
            return f"{contracted} {phrase.words}"
        return f"{preposition} {phrase.text}"

    def owned(self, noun: Phrase, owner: Phrase) -> Phrase:
        return attrs.evolve(noun, words=f"{noun.words} {self.with_preposition('de', owner)}", compound=True)

    def that(self, phrase: Phrase) -> Phrase:
        word = "essa" if phrase.feminine else "esse"
        return attrs.evolve(phrase, article=f"{word}s" if phrase.plural else word)

    def negated(self, template: str) -> str:
        if "{não}" in template:
            return template.replace("{não}", "não")
        if template.startswith("há "):
            return f"não {template}"
        if template.startswith("{"):
            # The subject comes first: `{province} está ocupada`.
            subject, _, rest = template.partition("}")
            return f"{subject}}} não{rest}" if rest.startswith(" ") else f"não é verdade que {template}"
        return f"não é verdade que {template}"

    def relative(self, template: str, subject: str) -> str | None:
        head = f"{{{subject}}} "
        return " que " + template.removeprefix(head) if template.startswith(head) else None


def _with_article(text: str) -> Phrase:
    first, _, rest = text.partition(" ")
    if rest and first in ("o", "a", "os", "as"):
        return Phrase(rest, first, feminine=first[0] == "a", plural=first.endswith("s"))
    return Phrase(text, feminine=text.endswith(FEMININE_ENDINGS))


def _plural(words: str) -> str:
    first, space, rest = words.partition(" ")
    return _plural_of_word(first) + space + rest


def _plural_of_word(word: str) -> str:
    for ending, plural in (("ão", "ões"), ("m", "ns"), ("al", "ais"), ("el", "éis"), ("ol", "óis"), ("il", "is")):
        if word.endswith(ending):
            return word[: -len(ending)] + plural
    if word.endswith(("r", "z")):
        return word + "es"
    return word if word.endswith(("s", "x")) else word + "s"
