import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  MkvOutputFormat,
  Output,
  type OutputFormat,
} from "mediabunny";

const u32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
};
const u32le = (value: number): Buffer => u32(value).reverse();

/** A box of an MP4 or MOV file. */
export const box = (type: string, ...parts: readonly (Buffer | string)[]): Buffer => {
  const content = Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)));
  return Buffer.concat([u32(content.length + 8), Buffer.from(type, "latin1"), content]);
};

/** A track of a recording. */
export interface TrackParts {
  readonly handler: "soun" | "vide" | "meta" | "text" | "tmcd";
  readonly codec: string;
  readonly samples: readonly Buffer[];
  /** Further boxes of the track. */
  readonly extra?: readonly Buffer[];
  readonly has64BitOffsets?: boolean;
}

const entryOf = ({ handler, codec }: TrackParts): Buffer => {
  const start = [u32(0), Buffer.from([0, 0, 0, 1])];
  if (handler === "soun")
    return box(codec, ...start, Buffer.alloc(8), Buffer.from([0, 1, 0, 16, 0, 0, 0, 0, 0x1f, 0x40, 0, 0]));
  if (handler === "vide") return box(codec, ...start, Buffer.alloc(16), Buffer.from([1, 64, 0, 240]), Buffer.alloc(50));
  return box(codec, ...start, "SECRET sample description");
};

const track = (parts: TrackParts, id: number, offsets: readonly number[]): Buffer => {
  const { handler, samples, extra = [], has64BitOffsets = false } = parts;
  const header = handler === "soun" ? box("smhd", u32(0, 0)) : box("vmhd", u32(1, 0, 0));
  const chunks = has64BitOffsets
    ? box("co64", u32(0, offsets.length, ...offsets.flatMap((offset) => [0, offset])))
    : box("stco", u32(0, offsets.length, ...offsets));
  const table = box(
    "stbl",
    box("stsd", u32(0, 1), entryOf(parts)),
    box("stts", u32(0, 1, samples.length, 160)),
    box("stsc", u32(0, 1, 1, 1, 1)),
    box("stsz", u32(0, 0, samples.length, ...samples.map(({ length }) => length))),
    chunks,
  );
  return box(
    "trak",
    box("tkhd", u32(3, 0x53454352, 0x45544554, id, 0, samples.length * 160), Buffer.alloc(60)),
    box(
      "mdia",
      box("mdhd", u32(0, 0x53454352, 0x45544554, 8_000, samples.length * 160, 0)),
      box("hdlr", u32(0, 0), handler, Buffer.alloc(12), "SECRET name of a track\0"),
      box("minf", header, box("dinf", box("dref", u32(0, 1), box("url ", u32(1)))), table),
    ),
    ...extra,
  );
};

/** A recording that is not in fragments, with these boxes beside what players need. */
export const movie = (parts: {
  readonly brand: string;
  readonly tracks: readonly TrackParts[];
  readonly inMovie?: readonly Buffer[];
  readonly atTop?: readonly Buffer[];
  readonly isMovieFirst?: boolean;
}): Buffer => {
  const { brand, tracks, inMovie = [], atTop = [], isMovieFirst = false } = parts;
  const type = box("ftyp", brand, u32(0), brand);
  const data = box("mdat", ...tracks.flatMap(({ samples }) => samples));
  const moov = (dataAt: number): Buffer => {
    let at = dataAt + 8;
    const written = tracks.map((each, index) => {
      const offsets = each.samples.map(({ length }) => {
        at += length;
        return at - length;
      });
      return track(each, index + 1, offsets);
    });
    const header = box("mvhd", u32(0, 0x53454352, 0x45544554, 8_000, 1_600, 0x10000), Buffer.alloc(76));
    return box("moov", header, ...written, ...inMovie);
  };
  return isMovieFirst
    ? Buffer.concat([type, ...atTop, moov(type.length + Buffer.concat(atTop).length + moov(0).length), data])
    : Buffer.concat([type, data, moov(type.length), ...atTop]);
};

/** A chunk of a WAV or AVI file. */
export const chunk = (id: string, ...parts: readonly (Buffer | string)[]): Buffer => {
  const content = Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)));
  return Buffer.concat([Buffer.from(id), u32le(content.length), content, Buffer.alloc(content.length % 2)]);
};

/** The same with the other byte order, as AIFF has it. */
export const bigChunk = (id: string, ...parts: readonly (Buffer | string)[]): Buffer => {
  const bytes = chunk(id, ...parts);
  bytes.writeUInt32BE(bytes.readUInt32LE(4), 4);
  return bytes;
};

/** The header of a WAV file's sound in a format (1: PCM). */
export const waveFormat = (format: number, bits: number): Buffer => {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt16LE(format, 0);
  bytes.writeUInt16LE(1, 2);
  bytes.writeUInt32LE(8_000, 4);
  bytes.writeUInt32LE(1_000 * bits, 8);
  bytes.writeUInt16LE(bits / 8, 12);
  bytes.writeUInt16LE(bits, 14);
  return chunk("fmt ", bytes);
};

const codecTexts: Readonly<Record<string, string>> = { ac3: "ac-3", eac3: "ec-3", dts: "dtsc" };

/** Packets that nobody decodes, in a container with tags. @param description the codec's header */
export const tagged = async (
  codec: "ac3" | "eac3" | "dts" | "opus" | "vorbis" | "pcm-s32",
  format: OutputFormat = new MkvOutputFormat(),
  description?: Buffer,
  withVideo = false,
): Promise<Buffer> => {
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const audio = new EncodedAudioPacketSource(codec);
  const video = withVideo ? new EncodedVideoPacketSource("vp8") : null;
  if (video) output.addVideoTrack(video, { name: "SECRET track" });
  output.addAudioTrack(audio, { name: "SECRET track" });
  output.setMetadataTags({ title: "SECRET title", comment: "SECRET +51.5000-000.1200/" });
  await output.start();
  const decoderConfig = {
    ...{ codec: codecTexts[codec] ?? codec, numberOfChannels: 1, sampleRate: 48_000 },
    ...(description ? { description } : {}),
  };
  for (let index = 0; index < 20; index += 1) {
    const packet = new EncodedPacket(Buffer.alloc(192, index), "key", index * 0.02, 0.02);
    if (video) await video.add(packet, { decoderConfig: { codec: "vp8", codedWidth: 320, codedHeight: 240 } });
    await audio.add(packet, { decoderConfig });
  }
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer(0));
};
