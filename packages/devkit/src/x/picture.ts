import { crc32, deflateSync } from "node:zlib";
import { portraitOf } from "@tribe/domain/portraits";

/** Samples across a picture at least, so that edges are smooth: each pixel is the mean of some of them. */
const samplesAcross = 400;

/**
 * Draws an account's profile picture: a person, the same one for the same id.
 * @param size edge in pixels
 * @returns a PNG (8 bits per channel, no alpha)
 */
export const drawPicture = (id: string, size: number): Buffer => {
  const perPixel = Math.ceil(samplesAcross / size) + 1;
  const across = size * perPixel;
  const sums = new Float64Array(size * size * 3);
  // One shape after the other over a line of samples, of which each pixel's are then added up.
  const line = new Uint8Array(across * 3);
  const picture = portraitOf(id);
  for (let down = 0; down < across; down++) {
    const y = ((down + 0.5) / across) * 100;
    for (const shape of picture) {
      const half = 1 - ((y - shape.y) / shape.ry) ** 2;
      if (half <= 0) continue;
      const width = shape.rx * Math.sqrt(half);
      const from = Math.max(Math.ceil(((shape.x - width) / 100) * across - 0.5), 0);
      const to = Math.min(Math.floor(((shape.x + width) / 100) * across - 0.5), across - 1);
      for (let at = from; at <= to; at++) line.set(shape.fill, at * 3);
    }
    const row = Math.floor(down / perPixel) * size;
    for (let at = 0; at < across; at++)
      for (let channel = 0; channel < 3; channel++) {
        const pixel = (row + Math.floor(at / perPixel)) * 3 + channel;
        sums[pixel] = (sums[pixel] ?? 0) + (line[at * 3 + channel] ?? 0);
      }
  }
  const rows = Buffer.alloc(size * (1 + size * 3));
  for (let row = 0; row < size; row++)
    for (let at = 0; at < size * 3; at++)
      // A row begins with its filter's type, 0.
      rows[row * (1 + size * 3) + 1 + at] = Math.round((sums[row * size * 3 + at] ?? 0) / perPixel ** 2);
  return encodePng(size, rows);
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
