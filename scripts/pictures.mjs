// `npm run pictures`: every screen and dialog in its states, on a phone and a desktop, light and dark, with an index page.
// Options: --out=FOLDER (e2e/artifacts/book), --only=PARTS of pictures' names (comma-separated), --look=NAME of one of the four
// looks, or of a device (phone, desktop), --part=NAME of one of the parts of e2e/pictures/cases/index.ts, --resume: skips parts
// that are complete in the folder, --axe: also checks each with axe, --screens: reports cut-off texts and a second main action,
// --large-text: at twice the text size, --against=FOLDER with an earlier book, --product=TREE whose product is used instead of
// this one's.
import { ensureBrowser } from "./lib/browser.mjs";
import { ensureBuilt } from "./lib/build.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { run } from "./lib/run.mjs";

await ensureInstalled({ development: true });
const browser = await ensureBrowser();
await ensureBuilt();
const { code } = await run(
  process.execPath,
  ["--import", "tsx", "e2e/pictures/make-book.ts", ...process.argv.slice(2)],
  { env: { CHROME_PATH: browser } },
);
process.exit(code);
