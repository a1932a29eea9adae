// `npm run pictures`: every named state of the app and the wallet (apps/{web,signer}/screens/states) on a phone and a desktop, dark and light,
// looked at as in `npm test`, and what only the whole product can show, with an index page.
// Options: --out=FOLDER (e2e/artifacts/book), --only=PARTS of states' names (comma-separated; `product` are those of the whole
// product), --look=NAME of one of the four looks, or of a device (phone, desktop), --large-text: at twice the text size,
// --against=FOLDER with an earlier book, whose pictures are compared.
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ensureBrowser } from "./lib/browser.mjs";
import { ensureBuilt } from "./lib/build.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { root, run, runTool } from "./lib/run.mjs";
import { fail } from "./lib/terminal.mjs";

const { values } = parseArgs({
  options: {
    out: { type: "string" },
    only: { type: "string" },
    look: { type: "string", default: "" },
    against: { type: "string" },
    "large-text": { type: "boolean", default: false },
  },
});
const out = values.out ? resolve(values.out) : join(root, "e2e/artifacts/book");
const only = values.only?.split(",") ?? [];
const picturesProduct = only.length === 0 || only.some((name) => name.startsWith("product"));
const picturesStates = only.some((name) => !name.startsWith("product")) || only.length === 0;

await ensureInstalled({ development: true });
const env = {
  CHROME_PATH: await ensureBrowser(),
  TRIBE_BOOK: out,
  TRIBE_BOOK_LOOK: values.look,
  ...(values["large-text"] && { TRIBE_BOOK_LARGE_TEXT: "1" }),
};
// A book replaces an earlier one, and nothing else that somebody keeps.
const entries = existsSync(out) ? readdirSync(out) : [];
if (entries.length > 0 && !entries.includes("not-compared"))
  fail(`${out} holds other things than a picture book: name another folder.`);
rmSync(out, { recursive: true, force: true });
mkdirSync(join(out, "not-compared"), { recursive: true });
/** @param {string} text */
const literal = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
const report = join(out, "report.json");
if (picturesStates)
  await runTool(
    "vitest/vitest.mjs",
    [
      ...[
        "run",
        "--project",
        "screens",
        // A browser draws only the tab in front, and two browsers at once have kept each other waiting.
        "--maxWorkers=1",
        "apps/web/screens/looks",
        "apps/signer/screens/states",
        "--reporter=default",
        "--reporter=json",
      ],
      `--outputFile.json=${report}`,
      ...(only.length > 0 ? ["-t", `no fault in its looks: .*(${only.map(literal).join("|")})`] : []),
    ],
    { env },
  );
// The whole product is built for these alone.
if (picturesProduct) await ensureBuilt();
const { code } = await run(
  process.execPath,
  [
    ...["--import", "tsx", "e2e/pictures/make-book.ts", `--out=${out}`, `--look=${values.look}`],
    ...(picturesProduct ? ["--product"] : []),
    ...(values.against ? [`--against=${resolve(values.against)}`] : []),
  ],
  { env },
);
process.exit(code);
