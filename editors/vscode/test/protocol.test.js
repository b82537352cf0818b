"use strict";

/* The server as the extension starts it, spoken to as the editor does: diagnostics on demand, an unsaved text, a quick fix, a rename. */

const assert = require("node:assert");
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const test = require("node:test");
const { pathToFileURL } = require("node:url");

const { askParams, documentSelector, serverOptions } = require("../server");
const manifest = require("../package.json");

const COMMAND = process.env.ARGCHECK_SERVER ? JSON.parse(process.env.ARGCHECK_SERVER) : undefined;
const PAPER = "\\documentclass{article}\n\\begin{document}\nÜberall 😀 steht \\cite{knuth48}.\n\\bibliography{refs}\n\\end{document}\n";
const REFS = "@book{knuth84, author={D. Knuth}, title={T}, publisher={P}, year=1984}\n";

class Connection {
  constructor(folder) {
    const { command, args } = serverOptions(COMMAND);
    this.process = spawn(command, args, { cwd: folder, stdio: ["pipe", "pipe", "inherit"] });
    this.waiting = new Map();
    this.next = 1;
    this.heard = []; // what the server asks and tells
    let data = Buffer.alloc(0);
    this.process.stdout.on("data", (more) => {
      data = Buffer.concat([data, more]);
      for (;;) {
        const head = data.indexOf("\r\n\r\n");
        if (head < 0) return;
        const length = Number(/Content-Length: (\d+)/i.exec(data.subarray(0, head))[1]);
        if (data.length < head + 4 + length) return;
        this.receive(JSON.parse(data.subarray(head + 4, head + 4 + length)));
        data = data.subarray(head + 4 + length);
      }
    });
  }

  receive(message) {
    if (message.method) {
      this.heard.push(message);
      if (message.id !== undefined) this.write({ id: message.id, result: null });
    } else {
      const { resolve, reject } = this.waiting.get(message.id);
      if (message.error) reject(new Error(message.error.message));
      else resolve(message.result);
    }
  }

  write(message) {
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    this.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.process.stdin.write(body);
  }

  notify(method, params) {
    this.write({ method, params });
  }

  request(method, params) {
    const id = this.next++;
    this.write({ id, method, params });
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }
}

test("the program is the first word of the setting", () => {
  assert.deepStrictEqual(serverOptions(undefined), { command: "argcheck", args: ["lsp"] });
  assert.deepStrictEqual(serverOptions(["py", "-m", "argcheck", "lsp"]), { command: "py", args: ["-m", "argcheck", "lsp"] });
});

test("the manifest fits the code", () => {
  const setting = manifest.contributes.configuration.properties["argcheck.command"];
  assert.deepStrictEqual(serverOptions(setting.default), serverOptions(undefined));
  assert.strictEqual(setting.scope, "machine"); // or a folder could name a program
  const known = new Set(documentSelector.map(({ language }) => language));
  for (const { id } of manifest.contributes.languages) assert.ok(known.has(id));
  const code = fs.readFileSync(path.join(__dirname, "..", "extension.js"), "utf8");
  for (const { command } of manifest.contributes.commands) assert.ok(code.includes(`registerCommand("${command}"`));
});

test("findings, fixes and renames of an unsaved text", async () => {
  const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), "argcheck-"));
  fs.mkdirSync(path.join(folder, ".git"));
  fs.writeFileSync(path.join(folder, "refs.bib"), REFS);
  fs.writeFileSync(path.join(folder, "main.tex"), PAPER.replace("knuth48", "knuth84"));
  const uri = pathToFileURL(path.join(folder, "main.tex")).href;
  const server = new Connection(folder);
  try {
    const { capabilities } = await server.request("initialize", {
      processId: process.pid,
      rootUri: pathToFileURL(folder).href,
      workspaceFolders: [{ uri: pathToFileURL(folder).href, name: "thesis" }],
      capabilities: {
        general: { positionEncodings: ["utf-16"] },
        textDocument: {
          diagnostic: { dynamicRegistration: true },
          codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix", "source.fixAll"] } } },
        },
        workspace: { workspaceEdit: { documentChanges: true }, diagnostics: { refreshSupport: true } },
      },
    });
    assert.ok(capabilities.diagnosticProvider);
    server.notify("initialized", {});
    server.notify("textDocument/didOpen", { textDocument: { uri, languageId: "latex", version: 1, text: PAPER } });
    const { items } = await server.request("textDocument/diagnostic", { textDocument: { uri } });
    const finding = items.find(({ code }) => code.startsWith("CIT001 "));
    assert.deepStrictEqual(finding.range, { start: { line: 2, character: 23 }, end: { line: 2, character: 30 } });
    const actions = await server.request("textDocument/codeAction", {
      textDocument: { uri }, range: finding.range, context: { diagnostics: [finding] },
    });
    assert.ok(actions.some(({ title }) => title.includes("knuth84")));
    const hover = await server.request("textDocument/hover", { textDocument: { uri }, position: { line: 3, character: 1 } });
    assert.ok(hover === null || hover.contents);
    const changed = PAPER.replace("knuth48", "knuth84");
    server.notify("textDocument/didChange", { textDocument: { uri, version: 2 }, contentChanges: [{ text: changed }] });
    const document = { uri: { toString: () => uri } };
    await server.request("workspace/executeCommand", askParams(document, { line: 0, character: 0 }));
    const told = server.heard.filter(({ method }) => method === "window/showMessage").map(({ params }) => params.message);
    assert.deepStrictEqual(told, ["argcheck: there is no entry here, and no citation of one"]);
    const edit = await server.request("textDocument/rename", { textDocument: { uri }, position: finding.range.start, newName: "tex" });
    const files = edit.documentChanges ? edit.documentChanges.map((change) => change.textDocument.uri) : Object.keys(edit.changes);
    assert.deepStrictEqual(files.map((file) => path.posix.basename(file)).sort(), ["main.tex", "refs.bib"]);
    await server.request("shutdown", null);
    server.notify("exit", null);
    await new Promise((resolve) => server.process.on("exit", resolve));
    assert.strictEqual(server.process.exitCode, 0);
  } finally {
    server.process.kill();
    fs.rmSync(folder, { recursive: true });
  }
});
