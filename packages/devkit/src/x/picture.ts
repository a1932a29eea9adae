import { createHash } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";

type Rgb = readonly [number, number, number];

/**
 * Draws an account's profile picture: a sun over a hill in colours derived from its id.
 * @param size edge in pixels
 * @returns a PNG (8 bits per channel, no alpha)
 */
export const drawPicture = (id: string, size: number): Buffer => {
  const seed = createHash("sha256").update(id).digest();
  const at = (index: number) => (seed[index] ?? 0) / 255;
  const hue = at(0) * 360;
  const sky: Rgb = hsl(hue, 0.5, 0.72);
  const dusk: Rgb = hsl(hue + 40, 0.6, 0.55);
  const sun: Rgb = hsl(30 + at(1) * 25, 0.9, 0.62);
  const hill: Rgb = hsl(hue + 180, 0.3, 0.28);
  const center = { x: 0.3 + at(2) * 0.4, y: 0.35 + at(3) * 0.15, radius: 0.16 + at(4) * 0.08 };

  const pixel = (x: number, y: number): Rgb => {
    const ground = 0.68 + 0.08 * Math.sin((x + at(5)) * Math.PI * (1.5 + at(6)));
    if (y > ground) return hill;
    if (Math.hypot(x - center.x, y - center.y) < center.radius) return sun;
    return mix(sky, dusk, y / 0.75);
  };

  const rows = Buffer.alloc(size * (1 + size * 3));
  for (let row = 0, offset = 0; row < size; row++) {
    offset++; // filter type 0
    for (let column = 0; column < size; column++)
      for (const channel of pixel((column + 0.5) / size, (row + 0.5) / size)) rows[offset++] = channel;
  }
  return encodePng(size, rows);
};

const mix = (a: Rgb, b: Rgb, share: number): Rgb => [
  Math.round(a[0] + (b[0] - a[0]) * share),
  Math.round(a[1] + (b[1] - a[1]) * share),
  Math.round(a[2] + (b[2] - a[2]) * share),
];

const hsl = (hue: number, saturation: number, lightness: number): Rgb => {
  const channel = (n: number): number => {
    const k = (n + hue / 30) % 12;
    const spread = saturation * Math.min(lightness, 1 - lightness);
    return Math.round(255 * (lightness - spread * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [channel(0), channel(8), channel(4)];
};

const encodePng = (size: number, rows: Buffer): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
};

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
};
