import { createHash } from "node:crypto";
import sharp from "sharp";
import { box, type Card } from "./element.ts";
import { titles } from "./fonts.ts";

/** Makes any picture one that a card can hold: cut to its shape, as JPEG, PNG where it is see-through. */
export const toDataUrl = async (bytes: Buffer, width: number, height: number): Promise<string> => {
  const png = await sharp(bytes, { limitInputPixels: 50_000_000 })
    .autoOrient()
    .resize({ width, height, fit: "cover" })
    .png({ compressionLevel: 3 })
    .toBuffer();
  return `data:image/png;base64,${png.toString("base64")}`;
};

/** Where a picture is missing: the first letter on a colour of the name's own. */
export const face = (name: string, size: number, borderRadius: string): Card => {
  const hue = (createHash("sha256").update(name).digest()[0] ?? 0) * (360 / 256);
  const first = [...new Intl.Segmenter().segment(name.trim())][0]?.segment ?? "";
  return box(
    {
      width: size,
      height: size,
      borderRadius,
      alignItems: "center",
      justifyContent: "center",
      background: `hsl(${Math.round(hue)}, 42%, 34%)`,
      fontFamily: titles,
      fontSize: size * 0.5,
      fontWeight: 700,
    },
    first.toUpperCase(),
  );
};
