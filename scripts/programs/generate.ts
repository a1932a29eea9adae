/**
 * Writes the IDL and the TypeScript client of each program from its Rust source.
 * `npx tsx scripts/programs/generate.ts` (no Rust toolchain needed).
 *
 * The `overrides` of package.json hold Codama's parts, which its renderer asks for by ranges, to one version each, and every
 * package to the one kit: the same sources give the same client wherever it is made.
 */
import { execFileSync } from "node:child_process";
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { renderVisitor } from "@codama/renderers-js";
import { createFromRoot } from "codama";
import { codamaIdl } from "./codama-idl.ts";
import { eventsClient } from "./events-client.ts";
import { patchClient } from "./patch-client.ts";
import { readDefinition } from "./read-rust.ts";

const root = join(import.meta.dirname, "../..");
const client = join(root, "packages/chain");
/** Each program's client: the renderer empties its folder, so that the inner one comes last. */
const programs = [
  { name: "curve", generated: "src/generated" },
  { name: "pool", generated: "src/generated/pool" },
  { name: "once", generated: "src/generated/once" },
];

for (const { name, generated } of programs) {
  const folder = join(root, "programs", name);
  const definition = readDefinition(folder);
  const idl = codamaIdl(definition);
  writeFileSync(join(folder, "idl.json"), `${JSON.stringify(idl, null, 2)}\n`);
  await createFromRoot(idl).accept(
    renderVisitor(client, { generatedFolder: generated, syncPackageJson: false, kitImportStrategy: "rootOnly" }),
  );
  if (definition.events.length > 0) {
    writeFileSync(join(client, generated, "events.ts"), eventsClient(definition));
    appendFileSync(join(client, generated, "index.ts"), 'export * from "./events";\n');
  }
  patchClient(join(client, generated));
}
execFileSync(process.execPath, [join(root, "scripts/programs/check-fresh.mjs"), "--write", "client"]);
