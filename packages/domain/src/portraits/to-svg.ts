import type { Ellipse } from "./portraits.ts";

/** To two decimals. */
const short = (value: number): number => Math.round(value * 100) / 100;

/** The picture as an SVG. */
export const toSvg = (picture: readonly Ellipse[]): string => {
  const shapes = picture.map(
    ({ x, y, rx, ry, fill }) =>
      `<ellipse cx="${short(x)}" cy="${short(y)}" rx="${short(rx)}" ry="${short(ry)}" fill="rgb(${fill.join(",")})"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${shapes.join("")}</svg>`;
};
