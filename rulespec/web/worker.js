// The rules run here, so that the page stays quick while bots think. It knows one door: Page.call(method, params).
import { loadPyodide } from "./pyodide/pyodide.mjs";

let python, page;
const ready = start();

async function start() {
  const [pyodide, modules] = await Promise.all([
    loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href }),
    fetch(new URL("./rules.zip", import.meta.url)).then(whole),
  ]);
  pyodide.unpackArchive(modules, "zip", { extractDir: "/rules" });
  python = pyodide;
  python.runPython("import sys; sys.path.insert(0, '/rules')");
}

async function whole(response) {
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  return response.arrayBuffer();
}

async function load({ file, lang }) {
  const data = await fetch(new URL(`./${file}`, import.meta.url)).then(whole);
  page?.destroy();
  python.globals.set("bundle", python.toPy(new Uint8Array(data)));
  python.globals.set("lang", lang);
  page = python.runPython(`
from rulespec.game.bundle import unpack
from rulespec.game.page import Page
Page(unpack(bytes(bundle)), lang)`);
  return {};
}

self.onmessage = async ({ data: { id, method, params } }) => {
  try {
    await ready;
    const result = method === "load" ? await load(params) : JSON.parse(page.call(method, JSON.stringify(params)));
    self.postMessage({ id, result });
  } catch (error) {
    self.postMessage({ id, failed: String(error?.message ?? error) });
  }
};
