// A check of `npm run check`: no member of the DOM or of JavaScript that the page, the wallet or the service worker uses is newer
// than the floor of browsers, or it is in the list of guarded ones. A result is kept as long as no source changes.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { filesBelow } from "../docs/files-below.mjs";

const root = join(import.meta.dirname, "../..");
const cache = join(root, "node_modules/.cache/browser-floor");

const sources = [
  "package-lock.json",
  ...[
    "apps/web/src",
    "apps/signer/src",
    ...["contract", "domain", "chain", "ui"].map((name) => `packages/${name}/src`),
    "scripts/browsers",
  ].flatMap(filesBelow),
].filter((file) => !/\.test\.tsx?$/.test(file));
const hash = createHash("sha256");
for (const file of sources) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
const state = hash.digest("hex");

if (!existsSync(cache) || readFileSync(cache, "utf8") !== state) {
  const [{ newerMembers }, { guardedMembers }] = await Promise.all([
    import("./newer-members.mjs"),
    import("./guarded-members.mjs"),
  ]);
  const used = [
    ...newerMembers("apps/web", ["apps/web/src/main.tsx", "apps/signer/src/main.tsx"]),
    ...newerMembers("apps/web/src/service-worker", ["apps/web/src/service-worker/push-sw.ts"]),
  ];
  /** @param {string} member */
  const entryFor = (member) => [member, member.replace(/\..*/, ".*")].find((name) => name in guardedMembers);
  const needed = new Set(used.map(({ member }) => entryFor(member)));
  const faults = [
    ...used
      .filter(({ member }) => !entryFor(member))
      .map(({ at, member, lackedBy }) => `${at}: ${member} is newer than the floor in ${lackedBy.join(", ")}`),
    ...Object.keys(guardedMembers)
      .filter((name) => !needed.has(name))
      .map((name) => `scripts/browsers/guarded-members.mjs: ${name} is used nowhere, or no longer newer`),
  ];
  if (faults.length > 0) {
    process.stderr.write(
      `${faults.join("\n")}\nGuard it and add it to scripts/browsers/guarded-members.mjs, or use something older.\n`,
    );
    process.exit(1);
  }
  mkdirSync(join(root, "node_modules/.cache"), { recursive: true });
  writeFileSync(cache, state);
}
