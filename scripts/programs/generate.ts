/**
 * Writes both IDLs and the TypeScript client of a program from its Rust source.
 * `npx tsx scripts/programs/generate.ts curve` (no Rust toolchain needed).
 */
import { execFileSync } from "node:child_process";
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { renderVisitor } from "@codama/renderers-js";
import { createFromRoot } from "codama";
import { anchorIdl } from "./anchor-idl.ts";
import { codamaIdl } from "./codama-idl.ts";
import { eventsClient } from "./events-client.ts";
import { mendClient } from "./mend-client.ts";
import { readDefinition } from "./read-rust.ts";

const root = join(import.meta.dirname, "../..");
const program = process.argv[2] ?? "curve";
const folder = join(root, "programs", program);
const definition = readDefinition(folder);
const idl = codamaIdl(definition);

writeFileSync(join(folder, "idl.json"), `${JSON.stringify(idl, null, 2)}\n`);
writeFileSync(join(folder, "idl.anchor.json"), `${JSON.stringify(anchorIdl(definition), null, 2)}\n`);

const generated = "src/generated";
const client = join(root, "packages/chain");
await createFromRoot(idl).accept(
  renderVisitor(client, { generatedFolder: generated, syncPackageJson: false, kitImportStrategy: "rootOnly" }),
);
writeFileSync(join(client, generated, "events.ts"), eventsClient(definition));
appendFileSync(join(client, generated, "index.ts"), 'export * from "./events";\n');
mendClient(join(client, generated));
execFileSync(process.execPath, [join(root, "scripts/programs/check-fresh.mjs"), "--write", "client"]);
