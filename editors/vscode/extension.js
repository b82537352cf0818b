"use strict";

const { commands, window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");
const { INSTALL, askParams, documentSelector, serverOptions } = require("./server");

let client;

async function start() {
  const options = serverOptions(workspace.getConfiguration("argcheck").get("command"));
  client = new LanguageClient("argcheck", "argcheck", options, { documentSelector });
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    window.showErrorMessage(`${INSTALL} (${error.message})`);
  }
}

async function stop() {
  const running = client;
  client = undefined;
  if (running) await running.stop();
}

async function restart() {
  await stop();
  await start();
}

/* The server shows what it would send, and to whom, and sends nothing without a yes. */
async function askIndexes() {
  const editor = window.activeTextEditor;
  if (client && editor) await client.sendRequest("workspace/executeCommand", askParams(editor.document, editor.selection.active));
}

exports.activate = async (context) => {
  context.subscriptions.push(
    commands.registerCommand("argcheck.restart", restart),
    commands.registerCommand("argcheck.askIndexes", askIndexes),
    workspace.onDidChangeConfiguration((change) => change.affectsConfiguration("argcheck.command") && restart()),
  );
  await start();
};

exports.deactivate = stop;
