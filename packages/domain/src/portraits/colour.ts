/** 0 to 255 each. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** A colour of OKLCH in sRGB: hues of one lightness look equally light, which those of HSL don't. @param hue degrees */
export const oklch = (lightness: number, chroma: number, hue: number): Rgb => {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const cube = (value: number) => value ** 3;
  const l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b);
  const m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b);
  const s = cube(lightness - 0.0894841775 * a - 1.291485548 * b);
  const gamma = (value: number): number => {
    const linear = Math.min(Math.max(value, 0), 1);
    return Math.round(255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055));
  };
  return [
    gamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    gamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    gamma(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
};
