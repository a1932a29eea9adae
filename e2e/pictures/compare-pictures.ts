import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "playwright-core";

/** A picture that is not as it was. */
export interface Change {
  readonly name: string;
  /** Part of the pixels that differ, 0 to 1, 1 for another size; or only one of the books has it. */
  readonly what: number | "new" | "gone";
}

/** A line that says what has changed. */
export const describeChange = ({ name, what }: Change): string =>
  typeof what === "number" ? `${(what * 100).toFixed(1)} % of ${name} differ` : `${what}: ${name}`;

/** Differences below this are antialiasing. */
const tolerance = 24;
/** A caret, a shadow's edge. */
const ignoredPart = 0.000_5;

const namesIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith(".png")).sort();

/** Compares two books of steady pictures (`steady-picture.ts`), pixel by pixel. */
export const comparePictures = async (browser: Browser, before: string, now: string): Promise<readonly Change[]> => {
  const page = await browser.newPage();
  // What tsx compiles names its functions by this helper, also within the page.
  await page.evaluate("globalThis.__name ??= (named) => named");
  const changes: Change[] = [];
  const known = new Set(await namesIn(before));
  const present = await namesIn(now);
  for (const name of new Set([...known, ...present])) {
    if (!known.has(name) || !present.includes(name)) {
      changes.push({ name, what: known.has(name) ? "gone" : "new" });
      continue;
    }
    const urls = await Promise.all(
      [before, now].map(async (folder) => {
        const bytes = await readFile(join(folder, name));
        return `data:image/png;base64,${bytes.toString("base64")}`;
      }),
    );
    const part = await page.evaluate(
      async ({ sources, most }) => {
        const read = async (source: string) => {
          const picture = new Image();
          picture.src = source;
          await picture.decode();
          const canvas = document.createElement("canvas");
          canvas.width = picture.width;
          canvas.height = picture.height;
          const drawing = canvas.getContext("2d");
          drawing?.drawImage(picture, 0, 0);
          return drawing?.getImageData(0, 0, picture.width, picture.height);
        };
        const [one, other] = await Promise.all(sources.map(read));
        if (!one || !other || one.width !== other.width || one.height !== other.height) return 1;
        let differing = 0;
        for (let at = 0; at < one.data.length; at += 4) {
          const far = [0, 1, 2].some(
            (channel) => Math.abs((one.data[at + channel] ?? 0) - (other.data[at + channel] ?? 0)) > most,
          );
          if (far) differing += 1;
        }
        return (differing * 4) / one.data.length;
      },
      { sources: urls, most: tolerance },
    );
    if (part > ignoredPart) changes.push({ name, what: part });
  }
  await page.close();
  const size = ({ what }: Change) => (typeof what === "number" ? what : 2);
  return changes.sort((a, b) => size(b) - size(a));
};
