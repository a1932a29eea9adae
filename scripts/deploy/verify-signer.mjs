// `npm run verify:signer -- URL [HASH]`: downloads the wallet's page from its host, checks each file against the host's own
// list, and the headers that isolate the page, and prints the hash of that list, which must be the published one.
import { createHash } from "node:crypto";
import { pathToFileURL } from "node:url";

/** @param {Uint8Array} bytes */
const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

/** Headers that isolate the page with its keys, and what each must contain. */
const wanted = {
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "frame-ancestors ",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
  ],
  "origin-agent-cluster": ["?1"],
  "x-content-type-options": ["nosniff"],
  "referrer-policy": ["no-referrer"],
};

/** @param {Headers} headers */
const faultsOfHeaders = (headers) =>
  Object.entries(wanted).flatMap(([name, values]) => {
    const value = headers.get(name) ?? "";
    return values.filter((each) => !value.includes(each)).map((part) => `the header ${name} lacks ${part.trim()}`);
  });

/**
 * @param {string} url of the signer's host
 * @param {string | undefined} published the hash of `bundle.sha256` that its publisher names
 * @returns {Promise<{ hash: string, files: number, faults: string[] }>}
 */
export const verifySigner = async (url, published) => {
  /** @param {string} path */
  const get = async (path) => {
    const response = await fetch(new URL(path, url), { cache: "no-store", redirect: "error" });
    if (!response.ok) throw new Error(`${path} answers ${response.status}`);
    return { headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) };
  };
  const list = await get("/bundle.sha256");
  const hash = sha256(list.bytes);
  const lines = new TextDecoder().decode(list.bytes).split("\n").filter(Boolean);
  const faults = [];
  if (published !== undefined && published.toLowerCase() !== hash) faults.push(`the published hash is ${published}`);
  if (!lines.some((line) => line.endsWith("  index.html"))) faults.push("the list does not name index.html");
  for (const line of lines) {
    const [, expected, name] = /^([0-9a-f]{64}) {2}([\w./@-]+)$/.exec(line) ?? [];
    if (!name) {
      faults.push("the list has a line that is none");
      continue;
    }
    // The page itself is served at `/`.
    const path = name === "index.html" ? "/" : `/${name}`;
    try {
      const { headers, bytes } = await get(path);
      if (sha256(bytes) !== expected) faults.push(`${path} is another file than the list says`);
      if (path === "/") faults.push(...faultsOfHeaders(headers));
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error));
    }
  }
  return { hash, files: lines.length, faults };
};

const main = async () => {
  const [url = "", published] = process.argv.slice(2);
  if (!URL.canParse(url) || process.argv.length > 4) {
    process.stderr.write("Use: npm run verify:signer -- URL [HASH]\n");
    return 2;
  }
  const { hash, files, faults } = await verifySigner(url, published);
  process.stdout.write(`${files} files, list ${hash}\n`);
  for (const fault of faults) process.stdout.write(`✗ ${fault}\n`);
  const good =
    published === undefined
      ? "Each file is what the list says. Compare the list's hash with the published one.\n"
      : "This is the published wallet.\n";
  process.stdout.write(faults.length === 0 ? good : "This is NOT the published wallet. Don't use it.\n");
  return faults.length === 0 ? 0 : 1;
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  process.exitCode = await main().catch((error) => {
    process.stderr.write(`${error.cause?.message ?? error.message}\n`);
    return 1;
  });
