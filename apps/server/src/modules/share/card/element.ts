import type satori from "satori";

export type Card = Parameters<typeof satori>[0];
/** CSS properties by React's names, as far as satori supports them. */
type Style = Readonly<Record<string, string | number>>;

/** A box of a card, as satori takes it from React. Each is a flex box, because satori has no other. */
export const box = (style: Style, ...children: readonly (Card | string)[]): Card => ({
  type: "div",
  key: null,
  props: { style: { display: "flex", ...style }, children: [...children] },
});

/** A picture by its data URL. */
export const image = (src: string, width: number, height: number, style: Style = {}): Card => ({
  type: "img",
  key: null,
  props: { src, width, height, style },
});

/** An SVG drawing as a picture. */
export const drawing = (svg: string, width: number, height: number): Card =>
  image(`data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`, width, height);
