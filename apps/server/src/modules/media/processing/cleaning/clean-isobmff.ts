import { type PatchedFile, UnknownStructureError } from "./patched-file.ts";

interface Box {
  readonly type: string;
  readonly at: number;
  /** Where its content begins and ends. */
  readonly from: number;
  readonly end: number;
}

/** More boxes, or samples of a removed track, than any recording has. */
const maxBoxes = 200_000;
const maxSamples = 5_000_000;

/**
 * What players need, by the box that it stands in. All else is blanked: `udta`, `meta`, `uuid` (XMP) and whatever another maker
 * thinks of may tell where and with what it was recorded, so nothing is kept because it is unknown.
 */
const allowedIn: Readonly<Record<string, ReadonlySet<string>>> = {
  "": new Set(["ftyp", "styp", "sidx", "ssix", "moov", "moof", "mdat", "mfra"]),
  moov: new Set(["mvhd", "trak", "mvex"]),
  trak: new Set(["tkhd", "edts", "tapt", "mdia"]),
  mdia: new Set(["mdhd", "hdlr", "elng", "minf"]),
  minf: new Set(["vmhd", "smhd", "hdlr", "dinf", "stbl"]),
  stbl: new Set("stsd stts ctts cslg stss stps stsz stz2 stsc stco co64 sdtp sbgp sgpd subs saiz saio".split(" ")),
  moof: new Set(["mfhd", "traf"]),
  traf: new Set("tfhd tfdt trun sdtp sbgp sgpd subs saiz saio".split(" ")),
};
const mediaHandlers: ReadonlySet<string> = new Set(["vide", "soun"]);
const timedBoxes: ReadonlySet<string> = new Set(["mvhd", "tkhd", "mdhd"]);

/**
 * Removes all but picture and sound from an MP4, MOV, M4A or 3GP file in place: metadata, the time of the recording, names of tracks,
 * and tracks of other kinds with their samples (a camera's own record of its place). @throws UnknownStructureError
 */
export const cleanIsobmff = async (file: PatchedFile): Promise<void> => {
  let boxes = 0;
  let tracks = 0;
  let removed = 0;

  const boxesIn = async (from: number, end: number, isTop: boolean): Promise<Box[]> => {
    const found: Box[] = [];
    let at = from;
    while (end - at >= 8) {
      boxes += 1;
      if (boxes > maxBoxes) throw new UnknownStructureError("it has too many boxes");
      const head = await file.read(at, 8);
      const [short, type] = [head.readUInt32BE(0), head.toString("latin1", 4)];
      const isLong = short === 1;
      const size = isLong
        ? Number((await file.read(at + 8, 8)).readBigUInt64BE())
        : short === 0 && isTop
          ? end - at
          : short;
      const headLength = isLong ? 16 : 8;
      if (size < headLength || at + size > end) throw new UnknownStructureError(`the box ${type} has no valid size`);
      found.push({ type, at, from: at + headLength, end: at + size });
      at += size;
    }
    // QuickTime may end a list with zeros.
    await file.blank(at, end);
    return found;
  };

  const remove = async ({ at, from, end }: Box): Promise<void> => {
    await file.write(at + 4, Buffer.from("free"));
    await file.blank(from, end);
  };

  const cleanInside = async (parent: string, boxesOfIt: readonly Box[]): Promise<void> => {
    for (const box of boxesOfIt) {
      if (!allowedIn[parent]?.has(box.type)) await remove(box);
      else if (box.type === "trak") await cleanTrack(box);
      else if (timedBoxes.has(box.type)) await forgetTimes(file, box);
      else if (box.type === "hdlr") await file.blank(Math.min(box.from + 24, box.end), box.end);
      else if (allowedIn[box.type]) await cleanInside(box.type, await boxesIn(box.from, box.end, false));
    }
  };

  const cleanTrack = async (track: Box): Promise<void> => {
    const inTrack = await boxesIn(track.from, track.end, false);
    const inMedia = await inside(inTrack, "mdia");
    const handler = inMedia.find(({ type }) => type === "hdlr");
    if (!handler) throw new UnknownStructureError("a track does not say what it is");
    if (mediaHandlers.has((await file.read(handler.from + 8, 4)).toString("latin1"))) {
      tracks += 1;
      return cleanInside("trak", inTrack);
    }
    removed += 1;
    const table = await inside(await inside(inMedia, "minf"), "stbl");
    for (const [from, end] of await samplesOf(file, table)) await file.blank(from, end);
    await remove(track);
  };

  const inside = async (boxesOfIt: readonly Box[], type: string): Promise<Box[]> => {
    const box = boxesOfIt.find((each) => each.type === type);
    return box ? boxesIn(box.from, box.end, false) : [];
  };

  const top = await boxesIn(0, file.size, true);
  await cleanInside("", top);
  if (tracks === 0) throw new UnknownStructureError("it has neither picture nor sound");
  if (removed > 0 && top.some(({ type }) => type === "moof"))
    throw new UnknownStructureError("another track's samples are in fragments");
};

/** The creation and modification times: zeros. */
const forgetTimes = async (file: PatchedFile, { from, end }: Box): Promise<void> => {
  const [version = 0] = await file.read(from, 1);
  const until = from + 4 + (version === 1 ? 16 : 8);
  if (until > end) throw new UnknownStructureError("a header is too short");
  await file.blank(from + 4, until);
};

/** Where the samples of a track are in the file, by chunks. */
const samplesOf = async (file: PatchedFile, table: readonly Box[]): Promise<(readonly [number, number])[]> => {
  const content = async (type: string): Promise<Buffer | null> => {
    const box = table.find((each) => each.type === type);
    return box ? file.read(box.from, box.end - box.from) : null;
  };
  const [sizes, toChunks] = [await content("stsz"), await content("stsc")];
  const offsets = (await content("co64")) ?? (await content("stco"));
  const width = table.some(({ type }) => type === "co64") ? 8 : 4;
  if (!sizes || !toChunks || !offsets) throw new UnknownStructureError("a track's samples can't be found");
  try {
    const [each, count] = [sizes.readUInt32BE(4), sizes.readUInt32BE(8)];
    if (count > maxSamples) throw new UnknownStructureError("a track has too many samples");
    const sizeOf = (sample: number): number => each || sizes.readUInt32BE(12 + sample * 4);
    const runs = Array.from({ length: toChunks.readUInt32BE(4) }, (_, run) => ({
      first: toChunks.readUInt32BE(8 + run * 12),
      samples: toChunks.readUInt32BE(12 + run * 12),
    }));
    const chunks = offsets.readUInt32BE(4);
    const found: (readonly [number, number])[] = [];
    let [sample, run] = [0, 0];
    for (let chunk = 1; chunk <= chunks && sample < count; chunk += 1) {
      while ((runs[run + 1]?.first ?? Number.POSITIVE_INFINITY) <= chunk) run += 1;
      const start = 8 + (chunk - 1) * width;
      const from = width === 8 ? Number(offsets.readBigUInt64BE(start)) : offsets.readUInt32BE(start);
      let end = from;
      for (let left = runs[run]?.samples ?? 0; left > 0 && sample < count; left -= 1) {
        end += sizeOf(sample);
        sample += 1;
      }
      if (end > file.size) throw new UnknownStructureError("a sample is outside of the file");
      found.push([from, end]);
    }
    if (sample < count) throw new UnknownStructureError("samples without a chunk");
    return found;
  } catch (cause) {
    if (cause instanceof RangeError) throw new UnknownStructureError("a track's tables are cut off", { cause });
    throw cause;
  }
};
