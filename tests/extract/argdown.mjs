// Reads Argdown with Argdown's own parser and prints what it understood.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const { ArgdownApplication, ParserPlugin, ModelPlugin } = createRequire(process.cwd() + "/")("@argdown/core");
const app = new ArgdownApplication();
app.addPlugin(new ParserPlugin(), "parse-input");
app.addPlugin(new ModelPlugin(), "build-model");
const read = app.run({ process: ["parse-input", "build-model"], input: readFileSync(0, "utf8"), logLevel: "error" });
const errors = [...(read.parserErrors ?? []), ...(read.lexerErrors ?? [])];
const steps = Object.entries(read.arguments).map(([name, { pcs }]) => [name, (pcs ?? []).map((step) => step.title)]);
console.log(
  JSON.stringify({
    errors: errors.map((error) => error.message),
    statements: Object.keys(read.statements),
    arguments: Object.fromEntries(steps),
    relations: read.relations.map((each) => [each.relationType, each.from.title, each.to.title]),
  }),
);
