/**
 * Fits Codama's output to this house: its plugin targets an older kit and does not type-check, its enums are not
 * erasable, its imports name no files, its messages vanish outside Node, and some of kit's decoders are slow.
 */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const ownDecoders = join(import.meta.dirname, "../../packages/chain/src/events/quick-decoders.ts");

/** Rewrites every file of the generated folder in place. */
export function patchClient(folder: string): void {
  for (const file of filesOf(folder)) {
    const before = readFileSync(file, "utf8");
    const after = withFileNames(
      withOwnDecoders(pruned(erasable(withMessages(withoutPlugin(before)))), file),
      dirname(file),
    );
    if (after !== before) writeFileSync(file, after);
  }
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(folder, name));
}

function withoutPlugin(text: string): string {
  const start = text.search(/^export type \w+Plugin = \{/m);
  return start < 0 ? text : `${text.slice(0, start).trimEnd()}\n`;
}

function withMessages(text: string): string {
  return text
    .replace(
      / {2}if \(process\.env\["NODE_ENV"\] !== "production"\) \{\n {4}(return [^\n]+)\n {2}\}\n\n[^\n]+\n/,
      "  $1\n",
    )
    .replace(/^if \(process\.env\["NODE_ENV"\] !== "production"\) \{\n([\s\S]*?)^\}\n/m, "$1");
}

function erasable(text: string): string {
  const names: string[] = [];
  const declared = text.replace(/^export enum (\w+) \{([\s\S]*?)^\}/gm, (_, name: string, body: string) => {
    names.push(name);
    const members = body
      .split(",")
      .map((one) => one.trim())
      .filter(Boolean)
      .map((one, index) => `  ${one}: ${index},`);
    return `export const ${name} = {\n${members.join("\n")}\n} as const;\nexport type ${name} = (typeof ${name})[keyof typeof ${name}];`;
  });
  return names.reduce(
    (all, name) => all.replaceAll(new RegExp(`: ${name}\\.(\\w+)( |;)`, "g"), `: (typeof ${name})["$1"]$2`),
    declared,
  );
}

/** Drops names that nothing uses any more, and marks names in capitals that are used as types only. */
function pruned(text: string): string {
  const body = text.replace(/^import \{[\s\S]*?\} from "[^"]+";$/gm, "");
  const uses = (name: string) => new RegExp(`(?<!\\w|(?<!\\.\\.)\\.)${name}\\b(?!:)`).test(body);
  return text.replace(/^import \{([\s\S]*?)\} from ("[^"]+");\n/gm, (_, names: string, from: string) => {
    const used = names
      .split(",")
      .map((one) => one.trim())
      .filter((one) => one !== "" && uses(one.replace(/^type /, "")))
      .map((one) => (/Seeds$/.test(one) && !one.startsWith("type ") ? `type ${one}` : one));
    return used.length > 0 ? `import { ${used.join(", ")} } from ${from};\n` : "";
  });
}

/** Takes from our own module the decoders that are quicker there than in kit. */
function withOwnDecoders(text: string, file: string): string {
  const path = relative(dirname(file), ownDecoders);
  return text.replace(/^import \{ ([^}]*) \} from "@solana\/kit";$/m, (whole, list: string) => {
    const names = list.split(", ");
    const own = ["getAddressDecoder", "getU64Decoder"].filter((name) => names.includes(name));
    if (own.length === 0) return whole;
    const others = names.filter((name) => !own.includes(name));
    return `import { ${others.join(", ")} } from "@solana/kit";\nimport { ${own.join(", ")} } from "${path}";`;
  });
}

function withFileNames(text: string, folder: string): string {
  return text.replace(/ from "(\.[^"]*)";/g, (whole, path: string) => {
    if (path.endsWith(".ts")) return whole;
    const target = join(folder, path);
    const name = existsSync(`${target}.ts`) ? `${path}.ts` : `${path.replace(/\/$/, "")}/index.ts`;
    if (!statSync(join(folder, name)).isFile()) throw new Error(`${path} names no file`);
    return ` from "${name}";`;
  });
}
