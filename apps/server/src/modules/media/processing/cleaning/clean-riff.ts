import { type PatchedFile, UnknownStructureError } from "./patched-file.ts";

interface Chunk {
  readonly id: string;
  readonly at: number;
  readonly from: number;
  readonly end: number;
}

const maxChunks = 200_000;

/** What players need, by the form or list that it stands in. Nothing is kept because it is unknown. */
const allowedIn: Readonly<Record<string, ReadonlySet<string>>> = {
  WAVE: new Set(["fmt ", "data", "fact", "ds64"]),
  AIFF: new Set(["COMM", "SSND", "FVER"]),
  AIFC: new Set(["COMM", "SSND", "FVER"]),
  "AVI ": new Set(["LIST hdrl", "LIST movi", "idx1"]),
  AVIX: new Set(["LIST movi", "idx1"]),
  "LIST hdrl": new Set(["avih", "LIST strl", "LIST odml"]),
  "LIST strl": new Set(["strh", "strf", "indx", "vprp"]),
  "LIST odml": new Set(["dmlh"]),
};
const streamKinds: ReadonlySet<string> = new Set(["vids", "auds"]);

/**
 * Removes all but picture and sound from a WAV, AIFF or AVI file in place: tags, iXML, broadcast and maker's chunks.
 * @throws UnknownStructureError
 */
export const cleanRiff = async (file: PatchedFile): Promise<void> => {
  let chunks = 0;
  let at = 0;
  while (file.size - at >= 12) {
    const head = await file.read(at, 12);
    const [form, kind] = [head.toString("latin1", 0, 4), head.toString("latin1", 8)];
    if (!["RIFF", "RIFX", "RF64", "BW64", "FORM"].includes(form) || !allowedIn[kind]) {
      if (at === 0) throw new UnknownStructureError(`nothing is known of ${form} ${kind}`);
      break;
    }
    at = await cleanForm(at, head, kind, form === "RIFX" || form === "FORM");
  }
  // Tags may follow the last form.
  await file.blank(at, file.size);

  async function cleanForm(start: number, head: Buffer, kind: string, isBigEndian: boolean): Promise<number> {
    const u32 = (bytes: Buffer): number => (isBigEndian ? bytes.readUInt32BE(4) : bytes.readUInt32LE(4));
    // A recorder that was cut off, or that writes 64-bit sizes elsewhere, leaves a size beyond the end.
    const end = Math.min(start + 8 + u32(head), file.size);

    const chunksIn = async (from: number, until: number): Promise<Chunk[]> => {
      const found: Chunk[] = [];
      let next = from;
      while (until - next >= 8) {
        chunks += 1;
        if (chunks > maxChunks) throw new UnknownStructureError("it has too many chunks");
        const bytes = await file.read(next, 8);
        const id = bytes.toString("latin1", 0, 4);
        const size = id === "data" ? await dataSize(u32(bytes), found) : u32(bytes);
        const list = id === "LIST" && until - next >= 12 ? ` ${(await file.read(next + 8, 4)).toString("latin1")}` : "";
        const contentFrom = next + (list ? 12 : 8);
        const contentEnd = Math.max(contentFrom, Math.min(next + 8 + size, until));
        found.push({ id: id + list, at: next, from: contentFrom, end: contentEnd });
        next = contentEnd + (contentEnd < until ? size % 2 : 0);
      }
      await file.blank(next, until);
      return found;
    };
    /** A recorder that could not go back to the beginning leaves nothing, or all ones: the sound goes to the end. */
    const dataSize = async (size: number, before: readonly Chunk[]): Promise<number> => {
      if (size !== 0 && size !== 0xffff_ffff) return size;
      const long = before.find(({ id }) => id === "ds64");
      return long ? Number((await file.read(long.from + 8, 8)).readBigUInt64LE()) : file.size;
    };
    const cleanInside = async (parent: string, found: readonly Chunk[]): Promise<void> => {
      for (const { id, at: from, from: content, end: until } of found) {
        if (!allowedIn[parent]?.has(id)) {
          await file.write(from, Buffer.from("JUNK"));
          await file.blank(from + 8, until);
        } else if (allowedIn[id]) await cleanInside(id, await chunksIn(content, until));
        else if (id === "strh" && !streamKinds.has((await file.read(content, 4)).toString("latin1")))
          throw new UnknownStructureError("it has a stream that is neither picture nor sound");
      }
    };
    await cleanInside(kind, await chunksIn(start + 12, end));
    return end + (end < file.size ? (end - start) % 2 : 0);
  }
};
