import type { Sides } from "./with-image.ts";

/** The properties of a picture are before its data. */
const headerBytes = 64_000;

const placesOf = (text: string, name: string): readonly number[] =>
  [...text.matchAll(new RegExp(name, "g"))].map(({ index }) => index + name.length);

/**
 * The sides of a picture from a phone (HEIC), which most browsers can't draw: by the properties in its header, of which the
 * largest are the whole picture's. Null for anything else. @param file as the person has chosen it
 */
export const readHeicSides = async (file: Blob): Promise<Sides | null> => {
  try {
    const header = await file.slice(0, headerBytes).arrayBuffer();
    const bytes = new DataView(header);
    // One character for each byte.
    const text = new TextDecoder("latin1").decode(header);
    if (text.slice(4, 8) !== "ftyp") return null;
    const found = placesOf(text, "ispe")
      .filter((place) => place + 12 <= bytes.byteLength)
      // After the version come width and height.
      .map((place) => ({ width: bytes.getUint32(place + 4), height: bytes.getUint32(place + 8) }))
      .sort((one, other) => other.width * other.height - one.width * one.height);
    const [whole] = found;
    if (!whole || whole.width === 0 || whole.height === 0) return null;
    // In quarters of a turn.
    const isTurned = placesOf(text, "irot").some(
      (place) => place < bytes.byteLength && bytes.getUint8(place) % 2 === 1,
    );
    return isTurned ? { width: whole.height, height: whole.width } : whole;
  } catch {
    return null;
  }
};
