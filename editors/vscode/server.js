"use strict";

/* What is started and for which files: apart from the editor, so that tests can use it without one. */

const LANGUAGES = ["latex", "tex", "bibtex", "rsweave", "typst", "quarto", "rmd", "markdown"];
const INSTALL = "argcheck is not installed, or lacks its language server. In a terminal: pipx install 'argcheck-lint[lsp]'";

/* The first word of the setting is the program; the rest are its arguments. */
function serverOptions(command) {
  const words = Array.isArray(command) && command.length ? command.map(String) : ["argcheck", "lsp"];
  return { command: words[0], args: words.slice(1) };
}

/* What the server is told when the user wants it to ask the indexes about what stands at the cursor: it shows what it would send first. */
function askParams(document, position) {
  const { line, character } = position;
  return { command: "argcheck.verifyEntry", arguments: [document.uri.toString(), { line, character }] };
}

const documentSelector = LANGUAGES.map((language) => ({ scheme: "file", language }));

module.exports = { INSTALL, LANGUAGES, askParams, documentSelector, serverOptions };
