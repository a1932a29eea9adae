// Compares the picture book of this tree with one of its base commit, both made on this machine now.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root, run } from "./run.mjs";

/** Where both books are kept, so that an interrupted run can continue; only the newest pair is kept. */
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

/**
 * Takes both books and names the pictures that differ. This tree's scripts take the pictures of both products, in the same
 * states and with the same masking, so that only the product makes a difference. A look may change on purpose: a difference is
 * reported, but is no failure; a missing picture of this tree is one. Between the same two commits it resumes an earlier run,
 * unless this tree has uncommitted changes.
 * @param {string} browser path of a Chromium
 * @returns {Promise<{ code: number, output: string, skipped?: string }>}
 */
export const bookAgainstBase = async (browser) => {
  const base = await findBase();
  if (!base) return { code: 0, output: "", skipped: "git knows no earlier commit" };
  const folder = mkdtempSync(join(tmpdir(), "tribe-book-"));
  const tree = join(folder, "tree");
  const isClean = (await git("status", "--porcelain")) === "";
  const pair = `${base.slice(0, 12)}-${(await git("rev-parse", "HEAD"))?.slice(0, 12)}`;
  mkdirSync(books, { recursive: true });
  for (const kept of readdirSync(books))
    if (!isClean || kept !== pair) rmSync(join(books, kept), { recursive: true, force: true });
  const [before, now] = [join(books, pair, "before"), join(books, pair, "now")];
  const options = { quiet: true, cwd: root, env: { CHROME_PATH: browser } };
  /** @param {string[]} args */
  const pictures = (...args) => run("npm", ["run", "--silent", "pictures", "--", ...args], options);
  try {
    const added = await run("git", ["worktree", "add", "--detach", tree, base], { quiet: true });
    if (added.code !== 0) return added;
    const prepared = await prepare(tree);
    if (prepared.code !== 0) return prepared;
    // Screens that the base does not have are new.
    const earlier = await pictures(`--product=${tree}`, `--out=${before}`, "--resume");
    return existsSync(join(before, "index.html"))
      ? await pictures(`--out=${now}`, `--against=${before}`, "--resume")
      : earlier;
  } finally {
    await run("git", ["worktree", "remove", "--force", tree], { quiet: true });
    rmSync(folder, { recursive: true, force: true });
  }
};
