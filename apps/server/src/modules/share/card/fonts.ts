import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Font } from "satori";
import { repository } from "../../../process/programs.ts";

/** The few files of `@fontsource` that cards need (its packages have 95 MB of other weights): apps/server/fonts/README.md. */
const folder = join(repository, "apps/server/fonts");

/** A static WOFF: satori reads neither WOFF2 nor variable fonts. */
const load = async (name: string, family: string, subset: string, weight: 400 | 500 | 700): Promise<Font> => ({
  name,
  weight,
  style: "normal",
  data: await readFile(join(folder, family, `${family}-${subset}-${weight}-normal.woff`)),
});

/** Font families in the order in which a glyph is looked for. */
export const words = "Inter, Inter ext, Inter cyrillic, Inter greek, Inter vietnamese, Emoji, Arabic, Han";
export const titles = `Bricolage, Bricolage ext, ${words}`;

let base: Promise<Font[]> | null = null;

/** Fonts that most cards need; read once. */
export const baseFonts = (): Promise<Font[]> => {
  const subsets = ["latin", "latin-ext", "cyrillic", "greek", "vietnamese"] as const;
  const named = (family: string, subset: string): string =>
    `${family} ${subset.replace("latin-", "")}`.replace(" latin", "");
  base ??= Promise.all([
    ...subsets.flatMap((subset) => [
      load(named("Inter", subset), "inter", subset, 500),
      load(named("Inter", subset), "inter", subset, 700),
    ]),
    load("Bricolage", "bricolage-grotesque", "latin", 700),
    load("Bricolage ext", "bricolage-grotesque", "latin-ext", 700),
    load("Emoji", "noto-emoji", "emoji", 400),
  ]);
  return base;
};

const further = new Map<string, Promise<Font[]>>();
const once = (name: string, fonts: () => Promise<Font[]>): Promise<Font[]> => {
  const subset = further.get(name) ?? fonts();
  further.set(name, subset);
  return subset;
};

/** Fonts for scripts that few cards need, by satori's language codes. */
export const fontsFor = (code: string): Promise<Font[]> => {
  if (/ar|fa|ur/.test(code))
    return once("Arabic", async () => [await load("Arabic", "noto-sans-arabic", "arabic", 700)]);
  if (/zh|ja/.test(code))
    return once("Han", async () => [await load("Han", "noto-sans-sc", "chinese-simplified", 700)]);
  return Promise.resolve([]);
};
