import type { MediaCodec } from "mediabunny";

/**
 * A sound's codec header without the comments that some codecs have in it: of Vorbis the comment packet, of FLAC all blocks after
 * the first. @throws Error when it is damaged
 */
export const withoutComments = (codec: MediaCodec, config: AudioDecoderConfig): AudioDecoderConfig => {
  if (!config.description) return config;
  const { description } = config;
  const bytes = ArrayBuffer.isView(description)
    ? Buffer.from(description.buffer, description.byteOffset, description.byteLength)
    : Buffer.from(description);
  if (codec === "vorbis") return { ...config, description: vorbisHeader(bytes) };
  if (codec === "flac") return { ...config, description: flacHeader(bytes) };
  return config;
};

/** The packet type 3, no vendor, no comments, and the bit that ends it. */
const noComments = Buffer.concat([Buffer.from("\u0003vorbis"), Buffer.alloc(8), Buffer.of(1)]);

/** Three packets, with the lengths of the first two before them in steps of up to 255. */
const vorbisHeader = (bytes: Buffer): Buffer => {
  let at = 1;
  const readLength = (): number => {
    let length = 0;
    for (;;) {
      const step = bytes.readUInt8(at);
      at += 1;
      length += step;
      if (step < 255) return length;
    }
  };
  if (bytes.readUInt8(0) !== 2) throw new Error("a Vorbis header has three packets");
  const [identification, comments] = [readLength(), readLength()];
  if (identification >= 255 || at + identification + comments > bytes.length)
    throw new Error("a Vorbis header is cut off");
  return Buffer.concat([
    Buffer.of(2, identification, noComments.length),
    bytes.subarray(at, at + identification),
    noComments,
    bytes.subarray(at + identification + comments),
  ]);
};

const flacStart = "fLaC";
const streamInfoBytes = 34;

/** Only the block STREAMINFO, marked as the last one. */
const flacHeader = (bytes: Buffer): Buffer => {
  const from = flacStart.length + 4;
  if (bytes.toString("latin1", 0, 4) !== flacStart || bytes.length < from + streamInfoBytes)
    throw new Error("a FLAC header is cut off");
  return Buffer.concat([
    Buffer.from(flacStart),
    Buffer.of(0x80, 0, 0, streamInfoBytes),
    bytes.subarray(from, from + streamInfoBytes),
  ]);
};
