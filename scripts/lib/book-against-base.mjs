// How pictures are compared: docs/decisions/0102.
// Compares the picture book of this tree with one of its base commit, both made on this machine now.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root, run } from "./run.mjs";

/** Where both books are kept; only the newest pair is. */
const books = join(root, "e2e/artifacts/book-against-base");

/** @param {string[]} args */
const git = async (...args) => {
  const { code, output } = await run("git", args, { quiet: true });
  return code === 0 ? output.trim() : null;
};

/** The commit where this branch left main; on main itself the previous one. `TRIBE_BASE` names another one. */
const findBase = async () => {
  if (process.env.TRIBE_BASE) return git("rev-parse", "--verify", `${process.env.TRIBE_BASE}^{commit}`);
  const head = await git("rev-parse", "HEAD");
  for (const main of ["origin/main", "main"]) {
    const base = await git("merge-base", "HEAD", main);
    if (base && base !== head) return base;
  }
  return git("rev-parse", "HEAD^");
};

/**
 * Installs and builds a tree by its own scripts.
 * @param {string} tree
 */
const prepare = (tree) =>
  run(
    process.execPath,
    [
      "--input-type=module",
      "--eval",
      `const { ensureInstalled } = await import("./scripts/lib/install.mjs");
      await ensureInstalled({ development: true });
      const { ensureBuilt } = await import("./scripts/lib/build.mjs");
      await ensureBuilt();`,
    ],
    { quiet: true, cwd: tree },
  );

/** Whether a tree's `npm run pictures` takes the named states; before, it took pictures of people in the whole product.
 * @param {string} tree */
const picturesStates = (tree) => existsSync(join(tree, "apps/web/screens/looks"));

/**
 * Takes both books, each of its tree's own states, and names the pictures that differ. A look may change on purpose: a difference is
 * reported, but is no failure; a fault of this tree's states is one. A state that only one of the trees has is new or gone.
 * @param {string} browser path of a Chromium
 * @returns {Promise<{ code: number, output: string, skipped?: string }>}
 */
export const bookAgainstBase = async (browser) => {
  const base = await findBase();
  if (!base) return { code: 0, output: "", skipped: "git knows no earlier commit" };
  const folder = mkdtempSync(join(tmpdir(), "tribe-book-"));
  const tree = join(folder, "tree");
  rmSync(books, { recursive: true, force: true });
  mkdirSync(books, { recursive: true });
  const [before, now] = [join(books, "before"), join(books, "now")];
  const options = { quiet: true, env: { CHROME_PATH: browser } };
  /** @param {string} cwd @param {string[]} args */
  const pictures = (cwd, ...args) => run("npm", ["run", "--silent", "pictures", "--", ...args], { ...options, cwd });
  try {
    const added = await run("git", ["worktree", "add", "--detach", tree, base], { quiet: true });
    if (added.code !== 0) return added;
    if (!picturesStates(tree)) {
      const { code, output } = await pictures(root, `--out=${now}`);
      return code === 0 ? { code, output, skipped: `${base.slice(0, 12)} has no book of states` } : { code, output };
    }
    const prepared = await prepare(tree);
    if (prepared.code !== 0) return prepared;
    const earlier = await pictures(tree, `--out=${before}`);
    return existsSync(join(before, "index.html"))
      ? await pictures(root, `--out=${now}`, `--against=${before}`)
      : earlier;
  } finally {
    await run("git", ["worktree", "remove", "--force", tree], { quiet: true });
    rmSync(folder, { recursive: true, force: true });
  }
};
