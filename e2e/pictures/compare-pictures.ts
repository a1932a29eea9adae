import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";

/** A changed picture. */
export interface Change {
  readonly name: string;
  /** The number of different pixels (all of them if the size differs), or that only one of the books has it. */
  readonly what: number | "new" | "gone";
}

/** Describes a change in one line. */
export const describeChange = ({ name, what }: Change): string =>
  typeof what === "number" ? `${what} pixels of ${name} differ` : `${what}: ${name}`;

/** Tolerance per channel, of 255. A browser sometimes renders a rounded corner a little differently. */
const tolerance = 24;
/** Tolerated number of different pixels, for the same reason. A letter of the smallest text has more. */
const ignoredPixels = 12;

const namesIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith(".png")).sort();

/** Counts the different pixels, and draws both pictures beside a third one that marks them. */
const compareTwo = async (page: Page, before: Buffer, now: Buffer) =>
  page.evaluate(
    async ({ sources, most }) => {
      const read = async (source: string) => {
        const picture = new Image();
        picture.src = source;
        await picture.decode();
        const canvas = document.createElement("canvas");
        canvas.width = picture.width;
        canvas.height = picture.height;
        const drawing = canvas.getContext("2d");
        if (!drawing) throw new Error("this browser draws nothing");
        drawing.drawImage(picture, 0, 0);
        return drawing.getImageData(0, 0, picture.width, picture.height);
      };
      const [one, other] = await Promise.all(sources.map(read));
      if (!one || !other) throw new Error("two pictures are compared");
      const isSameSize = one.width === other.width && one.height === other.height;
      const marked = new ImageData(other.width, other.height);
      let differing = 0;
      for (let at = 0; at < other.data.length; at += 4) {
        const isFar =
          !isSameSize ||
          [0, 1, 2].some((channel) => Math.abs((one.data[at + channel] ?? 0) - (other.data[at + channel] ?? 0)) > most);
        if (isFar) differing += 1;
        marked.data.set(isFar ? [255, 0, 90, 255] : [255, 255, 255, 255], at);
      }
      const sheet = document.createElement("canvas");
      sheet.width = one.width + 2 * other.width;
      sheet.height = Math.max(one.height, other.height);
      const drawing = sheet.getContext("2d");
      drawing?.putImageData(one, 0, 0);
      drawing?.putImageData(other, one.width, 0);
      drawing?.putImageData(marked, one.width + other.width, 0);
      return { differing, sheet: sheet.toDataURL("image/png") };
    },
    {
      sources: [before, now].map((bytes) => `data:image/png;base64,${bytes.toString("base64")}`),
      most: tolerance,
    },
  );

/**
 * Compares two books' pictures of named states, pixel by pixel: they are the same each time. For each difference it writes a picture to
 * `sheets`: before, now, and the different pixels.
 */
export const comparePictures = async (
  browser: Browser,
  { before, now, sheets }: { readonly before: string; readonly now: string; readonly sheets: string },
): Promise<readonly Change[]> => {
  const page = await browser.newPage();
  // Code compiled by tsx calls this helper, also in the page.
  await page.evaluate("globalThis.__name ??= (named) => named");
  await mkdir(sheets, { recursive: true });
  const changes: Change[] = [];
  const known = new Set(await namesIn(before));
  const present = new Set(await namesIn(now));
  for (const name of new Set([...known, ...present])) {
    if (!known.has(name) || !present.has(name)) {
      changes.push({ name, what: known.has(name) ? "gone" : "new" });
      continue;
    }
    const [one, other] = await Promise.all([readFile(join(before, name)), readFile(join(now, name))]);
    if (one.equals(other)) continue;
    const { differing, sheet } = await compareTwo(page, one, other);
    if (differing <= ignoredPixels) continue;
    await writeFile(join(sheets, name), Buffer.from(sheet.slice(sheet.indexOf(",") + 1), "base64"));
    changes.push({ name, what: differing });
  }
  await page.close();
  const size = ({ what }: Change) => (typeof what === "number" ? what : Number.POSITIVE_INFINITY);
  return changes.sort((a, b) => (size(b) > size(a) ? 1 : size(b) < size(a) ? -1 : a.name.localeCompare(b.name)));
};
