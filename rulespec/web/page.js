// A page for any game: it shows the pictures, choices and events that the rules give it, and knows none of them.
const WORDS = {
  en: { new: "New game", undo: "Undo", hint: "Hint", save: "Save", why: "Why (not)?", story: "What happened", players: "Players",
    profile: "Readings", seed: "Seed", start: "Start", go_on: "Go on with the saved game", cancel: "Cancel", person: "you", greedy: "bot: greedy",
    random: "bot: random", loading: "Loading the rules…", thinking: "The bots are playing…", yours: "Your turn", ask: "a move, in words", back: "Back",
    confirm: "Play", done: "Choose these", over: "The game is over", saved: "Saved in this browser", failed: "Something went wrong: ", total: "total" },
  pt: { new: "Novo jogo", undo: "Desfazer", hint: "Dica", save: "Salvar", why: "Por que (não)?", story: "O que aconteceu", players: "Jogadores",
    profile: "Leituras", seed: "Semente", start: "Começar", go_on: "Continuar o jogo salvo", cancel: "Cancelar", person: "você", greedy: "robô: guloso",
    random: "robô: ao acaso", loading: "Carregando as regras…", thinking: "Os robôs estão jogando…", yours: "Sua vez", ask: "uma jogada, em palavras", back: "Voltar",
    confirm: "Jogar", done: "Escolher estes", over: "O jogo terminou", saved: "Salvo neste navegador", failed: "Algo deu errado: ", total: "total" },
};
const $ = (id) => document.getElementById(id);
let game, lang, now, path, round = 0, busy = false;

// --- the worker ---------------------------------------------------------------------------------------------------
const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
const waiting = new Map();
let asked = 0;
worker.onmessage = ({ data }) => {
  const { resolve, reject } = waiting.get(data.id);
  waiting.delete(data.id);
  mark();
  data.failed === undefined ? resolve(data.result) : reject(new Error(data.failed));
};
const ask = (method, params = {}) =>
  new Promise((resolve, reject) => {
    waiting.set(++asked, { resolve, reject });
    worker.postMessage({ id: asked, method, params });
    mark();
  });
/** Whether the page is at work, for styles and for tests. */
const mark = () => { document.body.dataset.state = busy || waiting.size ? "busy" : "ready"; };

// --- small helpers: everything that is shown goes in as text ----------------------------------------------------------
const say = (word) => (WORDS[lang] ?? WORDS.en)[word] ?? word;
function make(tag, options = {}, ...children) {
  const { tone, ...rest } = options;
  const node = Object.assign(document.createElement(tag), rest);
  if (tone != null) node.style.setProperty("--tone", tone);
  node.append(...children.filter((child) => child != null));
  return node;
}
const button = (label, act, cls = "") => make("button", { textContent: label, onclick: act, className: cls, type: "button" });
const status = (words) => { $("status").textContent = words; };
const colour = (tone) => (tone == null ? null : now.players[tone % now.players.length].css);
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

function words() {
  document.documentElement.lang = lang;
  for (const node of document.querySelectorAll("[data-word]")) node.textContent = say(node.dataset.word);
  $("question").placeholder = say("ask");
  document.title = $("title").textContent = game.title[lang] ?? Object.values(game.title)[0];
}

// --- the board --------------------------------------------------------------------------------------------------------
function board() {
  const left = new Map([...document.querySelectorAll(".panel")].map((p, i) => [i, p.scrollLeft]));
  $("board").replaceChildren(...now.pictures.map(panel));
  document.querySelectorAll(".panel").forEach((p, i) => { p.scrollLeft = left.get(i) ?? 0; });
}
function panel(picture) {
  const node = make("div", { className: `panel ${picture.form}` }, make("h3", { textContent: picture.title }));
  if (picture.svg) node.insertAdjacentHTML("beforeend", picture.svg); // drawn and escaped by rulespec.drawing
  else {
    const plain = picture.form === "list" || picture.form === "hand";
    node.append(make("div", { className: plain ? `lists ${picture.form}` : "boxes" }, ...picture.boxes.map((b) => (plain ? facts(b.entries) : box(b)))));
  }
  return node;
}
function box(b, part = false) {
  const turn = !part && now.owner === b.value ? " turn" : "";
  return make("div", { className: `box${part ? " part" : ""}${turn}`, tone: part ? null : colour(b.tone) },
    make("h4", { textContent: b.title }), facts(b.entries), ...b.parts.map((p) => box(p, true)));
}
function facts(entries) {
  return make("dl", {}, ...entries.map((entry) => {
    const items = entry.items.map((i) => {
      const node = make("span", { className: `item${i.value === null ? " unseen" : ""}`, textContent: i.value === null ? `${i.count} ${i.label}` : i.label });
      if (i.value !== null) Object.assign(node.dataset, { kind: i.kind, value: i.value });
      return node;
    });
    return make("div", {}, make("dt", { textContent: entry.label }), make("dd", {}, entry.text, ...items));
  }));
}
function story(fresh) {
  if (fresh) $("events").replaceChildren();
  for (const { text, by } of now.events) {
    const who = now.players.find((p) => p.name === by);
    $("events").append(make("li", { textContent: text, className: who ? "move" : "", tone: who?.css ?? null }));
  }
  $("events").scrollTop = $("events").scrollHeight;
}

// --- choosing ---------------------------------------------------------------------------------------------------------
function reason(text, fine = false) {
  $("reason").hidden = !text;
  $("reason").textContent = text ?? "";
  $("reason").className = fine ? "fine" : "";
}
/** Make the places and cards on the board that stand for a value clickable. */
function pickable(kind, values, act) {
  for (const node of document.querySelectorAll(".pick")) {
    const copy = node.cloneNode(true);
    copy.classList.remove("pick");
    for (const name of ["tabindex", "role"]) copy.removeAttribute(name);
    node.replaceWith(copy);
  }
  if (!kind) return;
  for (const node of document.querySelectorAll(`[data-kind="${CSS.escape(kind)}"]`)) {
    const value = values.find((v) => v.key === node.dataset.value);
    if (!value) continue;
    if (value.legal) {
      node.classList.add("pick");
      node.setAttribute("tabindex", "0");
      node.setAttribute("role", "button");
      node.onkeydown = (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); act(value); } };
    }
    node.onclick = () => act(value);
  }
}
async function choose() {
  const d = now.decision;
  $("trail").textContent = "";
  $("choices").replaceChildren();
  pickable(null);
  if (now.over) return ended();
  $("asked").textContent = d ? `${d.player}: ${d.title}` : say("thinking");
  if (!d) return;
  if (d.moves) {
    $("choices").append(...d.moves.map((m) => button(m.label, () => play(m.move), "go")));
    const kinds = new Set(d.moves.map((m) => m.kind));
    if (kinds.size === 1) pickable(d.moves[0].kind, d.moves.map((m) => ({ key: m.value, legal: true, move: m.move })), (v) => play(v.move));
    else for (const kind of kinds) if (kind) pickableMore(kind, d.moves);
    illegal(d);
    return;
  }
  if (path === null) {
    if (d.options.length === 1) return step(d.options[0].name, {});
    $("choices").append(...d.options.map((o) => button(o.label, () => step(o.name, {}), "go")));
  } else await step(path.option, path.fixed);
}
function pickableMore(kind, moves) {
  for (const node of document.querySelectorAll(`[data-kind="${CSS.escape(kind)}"]`)) {
    const fitting = moves.filter((m) => m.kind === kind && m.value === node.dataset.value);
    if (fitting.length !== 1) continue;
    node.classList.add("pick");
    node.setAttribute("tabindex", "0");
    node.onclick = () => play(fitting[0].move);
    node.onkeydown = (event) => { if (event.key === "Enter") play(fitting[0].move); };
  }
}
/** A click on a place that no move leads to explains why. */
async function illegal(d) {
  const mine = round;
  for (const option of d.options.filter((o) => o.parameters.length === 1)) {
    const open = await ask("next_values", { option: option.name, fixed: {} });
    if (mine !== round || !open.kind) continue;
    for (const node of document.querySelectorAll(`[data-kind="${CSS.escape(open.kind)}"]:not(.pick)`)) {
      const value = open.values.find((v) => v.key === node.dataset.value && !v.legal);
      if (value && !node.onclick) node.onclick = () => explain({ option: option.name, args: { [open.parameter]: value.value } });
    }
  }
}
/** One parameter after the other. */
async function step(option, fixed) {
  path = { option, fixed };
  const open = await ask("next_values", { option, fixed });
  const d = now.decision;
  const label = d.options.find((o) => o.name === option).label;
  $("choices").replaceChildren();
  const back = Object.keys(fixed).length || d.options.length > 1;
  if (open.move) {
    $("trail").textContent = open.label;
    $("choices").append(button(say("confirm"), () => play(open.move), "go"), button(say("back"), goBack));
    pickable(null);
    $("choices").firstChild.focus({ preventScroll: true });
    return;
  }
  $("trail").textContent = [label, ...Object.values(fixed).map(shown), `${open.label}?`].join(" · ");
  const take = (value) =>
    value.legal ? step(option, { ...fixed, [open.parameter]: value.value }) : explain({ option, args: { ...fixed, [open.parameter]: value.value } });
  const legal = open.values.filter((v) => v.legal), others = open.values.filter((v) => !v.legal);
  $("choices").append(...legal.map((v) => button(v.label, () => take(v), "go")), ...others.map((v) => button(v.label, () => take(v), "no")));
  if (back) $("choices").append(button(`← ${say("back")}`, goBack));
  pickable(open.kind, open.values, take);
}
const shown = (value) => (typeof value === "object" && value !== null ? Object.values(value).join(", ") : String(value ?? "–").replaceAll("_", " "));
function goBack() {
  const names = Object.keys(path.fixed);
  reason("");
  if (names.length === 0) { path = null; choose(); return; }
  const fixed = { ...path.fixed };
  delete fixed[names.at(-1)];
  step(path.option, fixed);
}
async function explain(move) {
  const found = await ask("why", { move });
  reason(found.answer ?? found.error);
}
function ended() {
  $("asked").textContent = say("over");
  const { result, points } = now.over;
  const items = points[0]?.items.map(([name]) => name) ?? [];
  const several = items.length > 1;
  $("choices").append(make("p", { className: "over", textContent: result }));
  if (points.length) $("choices").append(make("table", {},
    make("tr", {}, make("th"), ...(several ? items.map((n) => make("th", { textContent: n })) : []), make("th", { textContent: say("total") })),
    ...points.map((p) => make("tr", {}, make("td", { textContent: p.label }), ...(several ? p.items.map(([, n]) => make("td", { textContent: n })) : []),
      make("td", { textContent: p.total })))));
  $("choices").append(button(say("new"), setup, "go"));
}

// --- playing ----------------------------------------------------------------------------------------------------------
async function show(position, fresh = false) {
  now = position;
  round += 1;
  path = null;
  words();
  document.title = $("title").textContent = now.title;
  board();
  story(fresh);
  reason("");
  status(now.over ? say("over") : now.waits ? say("yours") : say("thinking"));
  await choose();
  for (const id of ["undo", "save"]) $(id).disabled = busy;
  $("hint").disabled = busy || !now.waits;
}
async function guarded(act) {
  if (busy) return;
  busy = true;
  mark();
  try { await act(); } catch (error) { status(say("failed") + error.message); console.error(error); } finally {
    busy = false;
    mark();
    if (now) { for (const id of ["undo", "save"]) $(id).disabled = false; $("hint").disabled = !now.waits; }
  }
}
async function bots() {
  let pause = 350;
  while (!now.over && !now.waits) {
    await new Promise((go) => setTimeout(go, pause));
    pause = Math.max(40, pause * 0.8);
    await show(await ask("bot"));
  }
  await keep();
}
const play = (move) => guarded(async () => {
  const found = await ask("play", { move });
  if (found.refused || found.error) return reason(found.refused ?? found.error);
  await show(found);
  await bots();
});
async function keep() {
  try { localStorage.setItem(`rulespec/${game.name}`, JSON.stringify({ file: now.file, count: now.players.length, profile: current.profile, desk: await ask("save") })); } catch { /* private mode */ }
}
let current = { profile: "default" };
async function begin(count, profile, seats, seed, saved = null) {
  const entry = game.games.find((g) => g.players.length === count && g.profile === profile) ?? game.games[0];
  current = entry;
  status(say("loading"));
  await ask("load", { file: entry.file, lang });
  const found = saved ? await ask("resume", { saved }) : await ask("start", { seats, seed });
  if (found.error) { localStorage.removeItem(`rulespec/${game.name}`); return setup(); }
  await show(found, true);
  await bots();
}
function setup() {
  const counts = [...new Set(game.games.map((g) => g.players.length))];
  const profiles = [...new Set(game.games.map((g) => g.profile))];
  $("count").replaceChildren(...counts.map((n) => make("option", { textContent: n, value: n })));
  $("profile").replaceChildren(...profiles.map((p) => make("option", { textContent: p, value: p })));
  $("profiles").hidden = profiles.length < 2;
  $("seed").value = crypto.getRandomValues(new Uint32Array(1))[0] % 1_000_000;
  $("go_on").hidden = !localStorage.getItem(`rulespec/${game.name}`);
  seats();
  if (!$("setup").open) $("setup").showModal();
}
function seats() {
  const entry = game.games.find((g) => g.players.length === Number($("count").value));
  $("seats").replaceChildren(...entry.players.map((player, i) =>
    make("label", {}, entry.labels[lang]?.[i] ?? player, make("select", { name: player },
      ...["person", "greedy", "random"].map((who) => make("option", { value: who, textContent: say(who), selected: who === (i ? "greedy" : "person") }))))));
}
function chosen() {
  return Object.fromEntries([...$("seats").querySelectorAll("select")].map((s) => [s.name, s.value]));
}
function speakers() {
  $("lang").replaceChildren(...game.languages.map((l) => make("option", { value: l, textContent: l, selected: l === lang })));
  $("lang").hidden = game.languages.length < 2;
}

$("setup").addEventListener("close", () => {
  const answer = $("setup").returnValue;
  const saved = JSON.parse(localStorage.getItem(`rulespec/${game.name}`) ?? "null");
  if (answer === "start") guarded(() => begin(Number($("count").value), $("profile").value, chosen(), Number($("seed").value) || 1));
  else if (answer === "go_on" && saved) guarded(() => begin(saved.count, saved.profile, null, 0, saved.desk));
  else if (!now) setup();
});
$("count").onchange = seats;
$("new").onclick = setup;
$("undo").onclick = () => guarded(async () => { await show(await ask("undo"), true); await bots(); });
$("hint").onclick = () => guarded(async () => { const found = await ask("hint"); reason(found.label ?? found.error, true); });
$("save").onclick = () => guarded(async () => {
  const { log } = await ask("save");
  make("a", { href: URL.createObjectURL(new Blob([log], { type: "application/jsonl" })), download: `${game.name}.log` }).click();
  await keep();
  status(say("saved"));
});
$("lang").onchange = () => guarded(async () => {
  lang = $("lang").value;
  localStorage.setItem("rulespec/lang", lang);
  words();
  if (now) await show(await ask("speak", { lang }), true);
});
$("ask").onsubmit = (event) => { event.preventDefault(); if (now && $("question").value.trim()) explain($("question").value); };
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
  const at = "123456789".indexOf(event.key);
  if (at >= 0) $("choices").querySelectorAll("button")[at]?.click();
  else if (event.key === "u") $("undo").click();
  else if (event.key === "h") $("hint").click();
  else if (event.key === "Escape" && path) goBack();
});

game = await (await fetch("game.json")).json();
const wanted = localStorage.getItem("rulespec/lang") ?? navigator.language.slice(0, 2);
lang = game.languages.includes(wanted) ? wanted : game.languages[0];
words();
speakers();
mark();
setup();
