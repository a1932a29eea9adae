import { oklch, type Rgb } from "./colour.ts";

/** A filled ellipse in a square of 100 by 100. Pictures of nothing else can be drawn as SVG and as pixels alike. */
export interface Ellipse {
  readonly x: number;
  readonly y: number;
  readonly rx: number;
  readonly ry: number;
  readonly fill: Rgb;
}

/** Numbers from 0 to 1 that are the same for the same seed: FNV-1a, then mulberry32. */
const dice = (seed: string): (() => number) => {
  let state = 0x811c9dc5;
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const of = (x: number, y: number, rx: number, ry: number, fill: Rgb): Ellipse => ({ x, y, rx, ry, fill });
/** Left and right of the middle. */
const pair = (away: number, y: number, rx: number, ry: number, fill: Rgb): readonly Ellipse[] => [
  of(50 - away, y, rx, ry, fill),
  of(50 + away, y, rx, ry, fill),
];

/** Lightness, chroma and hue. */
type Tone = readonly [number, number, number];
const skins: readonly Tone[] = [
  [0.88, 0.045, 62],
  [0.82, 0.06, 58],
  [0.74, 0.075, 58],
  [0.64, 0.08, 55],
  [0.53, 0.075, 50],
  [0.43, 0.06, 45],
];
const hairs: readonly Tone[] = [
  [0.24, 0.02, 40],
  [0.3, 0.04, 45],
  [0.4, 0.07, 50],
  [0.5, 0.11, 45],
  [0.62, 0.12, 70],
  [0.8, 0.09, 88],
  [0.8, 0.01, 80],
];

const hairStyles = ["short", "side", "long", "bun", "curls", "cap", "bob", "bald"] as const;
type HairStyle = (typeof hairStyles)[number];

/** Hair behind the head. */
const behind = (style: HairStyle, hair: Rgb): readonly Ellipse[] => {
  switch (style) {
    case "long":
      return [of(50, 46, 27, 28, hair), ...pair(19, 68, 9, 20, hair)];
    case "bob":
      return [of(50, 44, 27, 26, hair), ...pair(19, 55, 8, 13, hair)];
    case "bun":
      return [of(50, 15, 10, 9, hair), of(50, 39, 24, 21, hair)];
    case "curls":
      return [of(50, 36, 29, 25, hair), ...pair(22, 46, 9, 12, hair), ...pair(15, 21, 10, 9, hair)];
    case "short":
    case "side":
    case "cap":
      return [of(50, 39, 24, 21, hair)];
    case "bald":
      return [];
  }
};

/** Hair and hats over the forehead. */
const above = (style: HairStyle, hair: Rgb, hat: readonly [Rgb, Rgb], isLeft: boolean): readonly Ellipse[] => {
  const side = isLeft ? -1 : 1;
  switch (style) {
    case "short":
      return [of(50, 27, 22, 10, hair)];
    case "side":
      return [of(50 + side * 5, 26, 20, 10, hair), of(50 - side * 13, 30, 10, 9, hair)];
    case "long":
      return [of(50 - side * 11, 28, 14, 11, hair), of(50 + side * 12, 28, 14, 11, hair)];
    case "bob":
      return [of(50, 29, 23, 11, hair)];
    case "bun":
      return [of(50, 26, 21, 9, hair)];
    case "curls":
      return [of(40, 26, 11, 9, hair), of(60, 26, 11, 9, hair), of(50, 23, 11, 9, hair)];
    case "cap":
      return [of(50, 25, 25, 15, hat[0]), of(50, 35, 27, 5, hat[1])];
    case "bald":
      return [];
  }
};

/** A person, drawn: the same one for the same seed, in front of a colour from the whole circle. */
export const portraitOf = (seed: string): readonly Ellipse[] => {
  const roll = dice(seed);
  const one = <Value>(values: readonly [Value, ...Value[]] | readonly Value[]): Value =>
    values[Math.floor(roll() * values.length)] as Value; // a roll is below 1, and no list is empty
  const hue = roll() * 360;
  const [lightness, chroma, warmth] = one(skins);
  const skin = oklch(lightness, chroma, warmth);
  const shade = oklch(lightness - 0.09, chroma + 0.01, warmth - 6);
  const ink = oklch(Math.min(lightness - 0.3, 0.32), 0.03, 40);
  // On dark skin only dark hair.
  const hair = oklch(...one(hairs.slice(0, lightness < 0.6 ? 3 : hairs.length)));
  const lens = oklch(Math.min(lightness + 0.06, 0.95), chroma * 0.6, warmth);
  const clothesHue = hue + 120 + roll() * 120;
  const clothes = oklch(0.5, 0.12, clothesHue);
  const style = one(hairStyles);
  const isLeft = roll() < 0.5;
  const hat = [oklch(0.56, 0.13, clothesHue + 40), oklch(0.47, 0.12, clothesHue + 40)] as const;
  const gaze = (roll() - 0.5) * 3;
  const eyes = pair(8.5, 46, 2.1, 2.6, ink).map((eye) => ({ ...eye, x: eye.x + gaze / 2 }));
  const hasBeard = style !== "long" && style !== "bob" && style !== "bun" && roll() < 0.3;
  const hasGlasses = roll() < 0.22;
  const smile = 3 + roll() * 2;
  const mouth = hasBeard ? shade : skin;
  return [
    of(50, 50, 80, 80, oklch(0.77, 0.1, hue)),
    of(50 + (isLeft ? 26 : -26), 20, 46, 46, oklch(0.82, 0.09, hue + 18)),
    ...behind(style, hair),
    of(50, 104, 38, 30, clothes),
    of(50, 70, 9.5, 15, shade),
    of(50, 80, 13, 6, shade),
    ...pair(20.5, 48, 4, 5.5, skin),
    ...(hasBeard ? [of(50, 52, 20.6, 21.5, hair)] : []),
    of(50, hasBeard ? 42 : 45, 20, hasBeard ? 16.5 : 22.5, skin),
    ...above(style, hair, hat, isLeft),
    ...(hasGlasses
      ? [...pair(8.5, 46, 7.4, 6.8, ink), ...pair(8.5, 46, 6, 5.4, lens), of(50, 45, 2.4, 0.9, ink)]
      : pair(8.5, 40.5, 4, 1.1, hair === skin ? shade : oklch(Math.min(lightness - 0.22, 0.4), 0.04, 45))),
    ...eyes,
    of(50 + gaze, 51.5, 2, 2.8, shade),
    ...(hasBeard
      ? [of(50, 60, 6, 2.4, oklch(0.5, 0.09, 25))]
      : [of(50, 56.5, 6.6, smile, oklch(Math.max(lightness - 0.33, 0.27), 0.09, 25)), of(50, 55, 7.4, smile, mouth)]),
    ...(hasBeard || lightness < 0.6 ? [] : pair(13, 53.5, 3.6, 2.2, oklch(lightness - 0.04, chroma + 0.035, 35))),
  ];
};

/** A place, drawn: sky, sun or moon, and hills. For what is no person. */
export const landscapeOf = (seed: string): readonly Ellipse[] => {
  const roll = dice(seed);
  const hue = roll() * 360;
  const turn = roll() < 0.5 ? -1 : 1;
  const isNight = roll() < 0.35;
  const [high, low] = isNight ? [0.34, 0.46] : [0.8, 0.88];
  const [x, y] = [28 + roll() * 44, 26 + roll() * 20];
  const size = 9 + roll() * 7;
  const ground = roll() * 8;
  const sun = isNight ? oklch(0.93, 0.04, 95) : oklch(0.86, 0.14, 75);
  return [
    of(50, 50, 80, 80, oklch(high, 0.08, hue)),
    of(50, 78, 90, 52, oklch(low, 0.08, hue + turn * 35)),
    of(x, y, size * 1.7, size * 1.7, oklch(low + 0.03, 0.09, hue + turn * 45)),
    of(x, y, size, size, sun),
    of(18 + roll() * 20, 96 - ground, 52, 34, oklch(isNight ? 0.3 : 0.62, 0.1, hue + turn * 80)),
    of(70 + roll() * 20, 100 - ground, 56, 32, oklch(isNight ? 0.25 : 0.52, 0.1, hue + turn * 100)),
    of(45, 118, 70, 30, oklch(isNight ? 0.19 : 0.4, 0.09, hue + turn * 115)),
  ];
};
