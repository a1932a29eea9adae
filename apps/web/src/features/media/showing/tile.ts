import type { CSSProperties } from "react";

/** The largest size of a message's only picture, in pixels. */
const [maxWidth, maxHeight] = [300, 400];
const minSide = 96;

/** The shape of a message's picture: its own aspect ratio if it is the only one, otherwise a tile of a group. */
export interface TileShape {
  readonly isAlone: boolean;
  readonly className: string;
}

/** Reserves the picture's final size, to avoid a layout shift, and shows the blurred preview until it is loaded. */
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
