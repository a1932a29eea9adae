/** A picture to draw, the size in pixels, and the type of the result. */
export interface RedrawOrder {
  readonly file: Blob;
  readonly width: number;
  readonly height: number;
  readonly type: "image/jpeg" | "image/webp";
}

export const redrawQuality = 0.9;

/** What JPEG, which knows no transparency, would otherwise make black. */
export const backgroundOf = ({ type }: RedrawOrder): string | null => (type === "image/jpeg" ? "#fff" : null);
