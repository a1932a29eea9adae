import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "playwright-core";

/** A picture that is not as it was. */
export interface Change {
  readonly name: string;
  /** Part of the pixels that differ, 0 to 1; 1 for another size, a new picture, or one that is gone. */
  readonly part: number;
}

/** Differences below this are antialiasing. */
const tolerance = 24;
/** A caret, a shadow's edge. */
const ignoredPart = 0.000_5;

const namesIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith(".png")).sort();

/** Compares two books, pixel by pixel. Their pictures are taken without faces, times and charts, which differ with each run. */
export const comparePictures = async (browser: Browser, before: string, now: string): Promise<readonly Change[]> => {
  const page = await browser.newPage();
  // What tsx compiles names its functions by this helper, also within the page.
  await page.evaluate("globalThis.__name ??= (named) => named");
  const changes: Change[] = [];
  const known = new Set(await namesIn(before));
  const present = await namesIn(now);
  for (const name of new Set([...known, ...present])) {
    if (!known.has(name) || !present.includes(name)) {
      changes.push({ name, part: 1 });
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
    if (part > ignoredPart) changes.push({ name, part });
  }
  await page.close();
  return changes.sort((a, b) => b.part - a.part);
};
