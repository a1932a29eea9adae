import { renderAsync } from "@resvg/resvg-js";
import satori from "satori";
import type { Card } from "./element.ts";
import { baseFonts, fontsFor } from "./fonts.ts";
import { cardSize } from "./style.ts";

let last: Promise<unknown> = Promise.resolve();

/** Renders a card as PNG, one at a time: each takes some ten milliseconds of this process and more of its threads. */
export const renderCard = (card: Card): Promise<Buffer> => {
  const drawn = last.then(async () => {
    const svg = await satori(card, {
      ...cardSize,
      fonts: await baseFonts(),
      loadAdditionalAsset: async (code) => fontsFor(code),
    });
    const image = await renderAsync(svg, { font: { loadSystemFonts: false } });
    return image.asPng();
  });
  last = drawn.catch(() => undefined);
  return drawn;
};
