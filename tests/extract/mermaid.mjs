// Loads a flowchart from standard input with Mermaid itself and counts what it holds.
// Needs `npm install mermaid jsdom` in the current folder.
import fs from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(`${process.cwd()}/`);
const { JSDOM } = require("jsdom");
const { window } = new JSDOM("<body></body>");
Object.assign(globalThis, { window, document: window.document });
const entry = `${process.cwd()}/node_modules/mermaid/dist/mermaid.core.mjs`;
const mermaid = (await import(pathToFileURL(entry))).default;
mermaid.initialize({ startOnLoad: false, maxEdges: 1_000_000, maxTextSize: 100_000_000 });
const { db } = await mermaid.mermaidAPI.getDiagramFromText(fs.readFileSync(0, "utf8"));
console.log(JSON.stringify({ nodes: db.getVertices().size, edges: db.getEdges().length }));
