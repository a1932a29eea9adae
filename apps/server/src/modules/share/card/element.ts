import type satori from "satori";

export type Card = Parameters<typeof satori>[0];
/** Styles as React names them, as far as satori knows them. */
type Style = Readonly<Record<string, string | number>>;

/** One box of a card, as satori takes it from React. Every box is a flex box: satori knows no other. */
export const box = (style: Style, ...children: readonly (Card | string)[]): Card => ({
  type: "div",
  key: null,
  props: { style: { display: "flex", ...style }, children: [...children] },
});

/** A picture given by its data URL. */
export const image = (src: string, width: number, height: number, style: Style = {}): Card => ({
  type: "img",
  key: null,
  props: { src, width, height, style },
});

/** A drawing in SVG as a picture. */
export const drawing = (svg: string, width: number, height: number): Card =>
  image(`data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`, width, height);
