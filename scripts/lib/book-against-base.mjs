// The picture book of this tree beside the one of the commit that it came from, both made here and now.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root, run } from "./run.mjs";

const git = async (...args) => {
  const { code, output } = await run("git", args, { quiet: true });
  return code === 0 ? output.trim() : null;
};

/** Where this branch left main; on main itself the commit before. */
const findBase = async () => {
  const head = await git("rev-parse", "HEAD");
  for (const main of ["origin/main", "main"]) {
    const base = await git("merge-base", "HEAD", main);
    if (base && base !== head) return base;
  }
  return git("rev-parse", "HEAD^");
};

/**
 * Takes both books and names the pictures that differ. A look may change on purpose, so that a difference is said and is no
 * failure; a picture that could not be taken is one.
 * @param {string} browser path of a Chromium
 * @returns {Promise<{ code: number, output: string, skipped?: string }>}
 */
export const bookAgainstBase = async (browser) => {
  const base = await findBase();
  if (!base) return { code: 0, output: "", skipped: "git knows no earlier commit" };
  const folder = mkdtempSync(join(tmpdir(), "tribe-book-"));
  const [tree, before] = [join(folder, "tree"), join(folder, "before")];
  const env = { CHROME_PATH: browser };
  try {
    const added = await run("git", ["worktree", "add", "--detach", tree, base], { quiet: true });
    if (added.code !== 0) return added;
    // What the earlier tree could not take is its own matter.
    const earlier = await run("npm", ["run", "--silent", "pictures", "--", `--out=${before}`], {
      quiet: true,
      cwd: tree,
      env,
    });
    const now = await run("npm", ["run", "--silent", "pictures", "--", `--against=${before}`], {
      quiet: true,
      cwd: root,
      env,
    });
    return earlier.code > 1 ? earlier : now;
  } finally {
    await run("git", ["worktree", "remove", "--force", tree], { quiet: true });
    rmSync(folder, { recursive: true, force: true });
  }
};
