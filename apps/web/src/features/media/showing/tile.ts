import type { CSSProperties } from "react";

/** The longest sides of a picture that stands alone, in pixels. */
const [maxWidth, maxHeight] = [300, 400];
const minSide = 96;

/** How a picture of a message lies in it: alone in its own shape, otherwise as a tile of a group. */
export interface TileShape {
  readonly isAlone: boolean;
  readonly className: string;
}

/** A place as large as the picture will be, so that nothing moves when it has come; till then its few pixels are there. */
export const tileStyle = (
  { width, height, blur }: { readonly width: number; readonly height: number; readonly blur: string | null },
  { isAlone, className }: TileShape,
): CSSProperties => {
  const scale = Math.min(1, maxWidth / width, maxHeight / height);
  const background: CSSProperties = blur === null ? {} : { backgroundImage: `url(${blur})` };
  if (!isAlone) return { ...background, aspectRatio: className === "" ? "1" : "2" };
  const shown = { width: Math.max(minSide, width * scale), height: Math.max(minSide, height * scale) };
  return { ...background, width: shown.width, maxWidth: "100%", aspectRatio: `${shown.width} / ${shown.height}` };
};

export const tileLook = "relative block overflow-hidden bg-raised bg-cover bg-center text-text";
