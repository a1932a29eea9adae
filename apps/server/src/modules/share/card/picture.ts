import { createHash } from "node:crypto";
import sharp from "sharp";
import { box, type Card } from "./element.ts";
import { titles } from "./fonts.ts";

/** Makes a picture usable in a card: cropped to its shape, as JPEG, or as PNG if it is transparent. */
export const toDataUrl = async (bytes: Buffer, width: number, height: number): Promise<string> => {
  const png = await sharp(bytes, { limitInputPixels: 50_000_000 })
    .autoOrient()
    .resize({ width, height, fit: "cover" })
    .png({ compressionLevel: 3 })
    .toBuffer();
  return `data:image/png;base64,${png.toString("base64")}`;
};

/** In place of a missing picture: the first letter on a colour that depends on the name. */
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
