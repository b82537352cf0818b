"use strict";

const { commands, window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");
const { INSTALL, documentSelector, serverOptions } = require("./server");

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

exports.activate = async (context) => {
  context.subscriptions.push(
    commands.registerCommand("argcheck.restart", restart),
    workspace.onDidChangeConfiguration((change) => change.affectsConfiguration("argcheck.command") && restart()),
  );
  await start();
};

exports.deactivate = stop;
