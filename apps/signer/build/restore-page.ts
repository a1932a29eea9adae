import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "vite";

const folder = fileURLToPath(new URL("../src/kit/restore/", import.meta.url));

/** The built page, which people save beside their kits. Vite copies it to the signer's host, so its hash is published, too. */
export const restorePageFile = fileURLToPath(new URL("../public/generated/tribe-restore.html", import.meta.url));

/** Our own few files as one script, readable, with nothing of any package in it. @throws Error when one is */
const buildScript = async (): Promise<string> => {
  const built = await build({
    root: folder,
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      minify: false,
      target: "es2022",
      lib: { entry: `${folder}page.ts`, formats: ["iife"], name: "tribeRestore" },
    },
  });
  const outputs = Array.isArray(built) ? built.flatMap(({ output }) => output) : "output" in built ? built.output : [];
  const [chunk] = outputs;
  if (outputs.length !== 1 || chunk?.type !== "chunk") throw new Error("the restore page is one script");
  const foreign = chunk.moduleIds.filter((id) => id.includes("node_modules"));
  if (foreign.length > 0) throw new Error(`the restore page has code of somebody else: ${foreign.join(", ")}`);
  // File names relative to the signer's folder, so that the output does not depend on where this runs.
  const named = chunk.code.replace(/^(\s*\/\/ )\S*?(src\/kit\/\S+)$/gm, "$1$2");
  return named.replace(/^\s*\/\/#(end)?region.*\n/gm, "").trim();
};

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** The restore page as one file: markup, style and script. Its own policy allows only these, and no network. */
export const buildRestorePage = async (): Promise<string> => {
  const [markup, css, script] = await Promise.all([
    readFile(`${folder}page.html`, "utf8"),
    readFile(`${folder}page.css`, "utf8"),
    buildScript(),
  ]);
  const [style, code] = [`\n${css}`, `\n${script}\n`];
  if (code.includes("</script")) throw new Error("the script would end its own element");
  const policy = `default-src 'none'; script-src ${hashOf(code)}; style-src ${hashOf(style)}; base-uri 'none'; form-action 'none'`;
  return markup
    .replace("POLICY", policy)
    .replace("<!-- style -->", () => `<style>${style}</style>`)
    .replace("<!-- script -->", () => `<script>${code}</script>`);
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  await writeFile(restorePageFile, await buildRestorePage());
