import { ALL_FORMATS, BufferSource, Input, OggOutputFormat, WebMOutputFormat } from "mediabunny";
import { expect, test } from "vitest";
import { codeOf } from "../../../testing/code-of.ts";
import { processBytes } from "../testing/process-bytes.ts";
import { bigChunk, box, chunk, movie, type TrackParts, tagged, waveFormat } from "../testing/recordings.ts";

const sound = Array.from({ length: 10 }, (_, index) => Buffer.alloc(40, `sound ${index} `));
const pictures = Array.from({ length: 10 }, (_, index) => Buffer.alloc(90, `picture ${index} `));
const places = Array.from({ length: 4 }, (_, index) => Buffer.from(`SECRET +51.500${index}-000.1200/`));
const voice = (codec: string, extra: readonly Buffer[] = []): TrackParts => ({
  ...{ handler: "soun", codec, samples: sound, extra },
});
const camera = (codec: string): TrackParts => ({ handler: "vide", codec, samples: pictures });

const place = box("©xyz", Buffer.from([0, 27, 0x15, 0xc7]), "SECRET+51.5000-000.1200/");
const itunes = box("meta", Buffer.alloc(4), box("ilst", box("©nam", box("data", Buffer.alloc(8), "SECRET title"))));
const appleKeys = box(
  "meta",
  box("keys", Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), box("mdta", "com.apple.quicktime.location.ISO6709")),
  box("ilst", box("\0\0\0\u0001", box("data", Buffer.alloc(8), "SECRET+51.5000-000.1200/"))),
);
const xmp = box("uuid", Buffer.from("be7acfcb97a942e89c71999491e3afac", "hex"), "<SECRET exif:GPSLatitude='51,30N'/>");
const loci = box("loci", Buffer.alloc(6), "SECRET Charing Cross\0", Buffer.alloc(13), "earth\0\0");

test.each([
  [
    "a lossless voice memo with place, title and XMP",
    movie({ brand: "M4A ", tracks: [voice("alac")], inMovie: [box("udta", place, itunes)], atTop: [xmp] }),
  ],
  [
    "a phone's 3GP with `loci` in movie and track, the index first",
    movie({
      ...{ brand: "3gp4", isMovieFirst: true, inMovie: [box("udta", loci)] },
      tracks: [voice("samr", [box("udta", loci)]), camera("s263")],
    }),
  ],
  [
    "a camera's MOV with Apple's keys at the top and in the movie, padding and a box of its maker",
    movie({
      brand: "qt  ",
      tracks: [camera("dvh5"), voice("QDM2", [appleKeys, box("GPS ", "SECRET")])],
      inMovie: [
        appleKeys,
        box("udta", place, Buffer.alloc(4)),
        box("CNTH", "SECRET camera 0815"),
        box("gps ", "SECRET"),
      ],
      atTop: [box("free", "SECRET padding"), box("skip", "SECRET"), box("wide", "SECRET"), box("meta", "SECRET")],
    }),
  ],
  [
    "a track that records the place while it films",
    movie({
      brand: "qt  ",
      tracks: [camera("mp4v"), { handler: "meta", codec: "gpmd", samples: places }, voice("alac")],
    }),
  ],
  [
    "two such tracks, one with long offsets, and a time code",
    movie({
      ...{ brand: "isom", isMovieFirst: true },
      tracks: [
        { handler: "text", codec: "text", samples: places, has64BitOffsets: true },
        camera("mp4v"),
        { handler: "tmcd", codec: "tmcd", samples: [Buffer.from("SECRET")] },
      ],
    }),
  ],
])("of %s only picture and sound are kept, at their places", async (_what, bytes) => {
  expect(bytes.includes("SECRET")).toBe(true);
  const result = await processBytes(bytes);
  expect(result).toMatchObject({ kind: "file", size: bytes.length });
  const { kept } = result;
  for (const told of ["SECRET", "+51.5", "ISO6709", "GPS", "0815"])
    expect([told, kept.includes(told)]).toEqual([told, false]);
  for (const sample of [...sound, ...pictures]) expect(kept.indexOf(sample)).toBe(bytes.indexOf(sample));
  // It is still a recording, with the tracks of picture and sound.
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(kept) });
  const count = (text: string): number => bytes.toString("latin1").split(text).length - 1;
  expect((await input.getTracks()).length).toBe(count("\0soun\0") + count("\0vide\0"));
});

const adpcm = waveFormat(0x11, 8);
const waveData = chunk("data", ...sound);
const info = chunk("LIST", "INFO", chunk("IART", "SECRET artist"), chunk("ICMT", "SECRET +51.5000-000.1200/"));
const wave = (form: string, ...chunks: readonly Buffer[]) => chunk(form, "WAVE", ...chunks);
const avi = (headers: readonly Buffer[], ...rest: readonly Buffer[]) =>
  chunk(
    "RIFF",
    "AVI ",
    chunk("LIST", "hdrl", chunk("avih", Buffer.alloc(56)), ...headers),
    ...rest,
    chunk("LIST", "movi", chunk("00dc", ...pictures), chunk("01wb", ...sound)),
    chunk("idx1", Buffer.alloc(32)),
  );
const stream = (kind: string, ...more: readonly Buffer[]) =>
  chunk("LIST", "strl", chunk("strh", kind, Buffer.alloc(52)), chunk("strf", Buffer.alloc(40)), ...more);

test.each([
  ["tags before and after the sound", wave("RIFF", adpcm, info, waveData, info), sound],
  [
    "a recorder's notes",
    wave(
      "RIFF",
      chunk("bext", "SECRET studio"),
      chunk("iXML", "<LOCATION_GPS>SECRET"),
      adpcm,
      waveData,
      chunk("_PMX", "SECRET"),
    ),
    sound,
  ],
  [
    "an ID3 tag within and another after the end",
    Buffer.concat([wave("RIFF", waveFormat(6, 8), waveData, chunk("id3 ", "ID3 SECRET")), Buffer.from("ID3 SECRET")]),
    sound,
  ],
  [
    "64-bit sizes",
    wave(
      "RF64",
      chunk("ds64", Buffer.alloc(8), Buffer.of(144, 1, 0, 0, 0, 0, 0, 0), Buffer.alloc(12)),
      adpcm,
      info,
      Buffer.concat([Buffer.from("data"), Buffer.alloc(4, 255), ...sound]),
      info,
    ),
    sound,
  ],
  [
    "a sound that was never ended",
    wave("RIFF", adpcm, info, Buffer.concat([Buffer.from("data"), Buffer.alloc(4), ...sound])),
    sound,
  ],
  [
    "an AIFF with name, remark and a tag",
    bigChunk(
      "FORM",
      "AIFF",
      bigChunk("NAME", "SECRET"),
      bigChunk("COMM", Buffer.alloc(18)),
      bigChunk("ANNO", "SECRET place"),
      bigChunk("SSND", Buffer.alloc(8), ...sound),
      bigChunk("ID3 ", "SECRET"),
    ),
    sound,
  ],
  ["an AVI with tags", avi([stream("vids"), stream("auds")], info), [...pictures, ...sound]],
  [
    "an AVI with a camera's own data",
    avi(
      [
        stream("vids", chunk("strd", "SECRET AVIF"), chunk("strn", "SECRET name")),
        stream("auds"),
        chunk("IDIT", "SECRET MON DEC 01"),
        chunk("JUNK", "SECRET camera"),
      ],
      chunk("JUNK", "SECRET"),
      chunk("LIST", "exif", chunk("emdl", "SECRET model")),
    ),
    [...pictures, ...sound],
  ],
  [
    "an AVI in two parts",
    Buffer.concat([
      avi([stream("vids"), stream("auds")], info),
      chunk("RIFF", "AVIX", info, chunk("LIST", "movi", "00dc")),
    ]),
    [...pictures, ...sound],
  ],
])("%s: only picture and sound are kept, at their places", async (_what, bytes, samples) => {
  const result = await processBytes(bytes);
  expect(result).toMatchObject({ kind: "file", size: bytes.length });
  expect(result.kept.includes("SECRET")).toBe(false);
  for (const sample of samples) expect(result.kept.indexOf(sample)).toBe(bytes.indexOf(sample));
});

test.each(["ac3", "eac3", "dts", "pcm-s32"] as const)(
  "a Matroska file with %s is written anew, without tags",
  async (codec) => {
    const bytes = await tagged(codec);
    expect(bytes.includes("SECRET")).toBe(true);
    const result = await processBytes(bytes);
    expect(result.kind).toBe("file");
    expect(result.kept.subarray(0, 4).toString("hex")).toBe("1a45dfa3");
    expect(result.kept.includes("SECRET")).toBe(false);
    for (let index = 1; index < 20; index += 1) expect(result.kept.includes(Buffer.alloc(192, index))).toBe(true);
  },
);

const brokenSample = (): Buffer => {
  const bytes = movie({ brand: "qt  ", tracks: [camera("mp4v"), { handler: "meta", codec: "mebx", samples: places }] });
  bytes.writeUInt32BE(0x7fff_ffff, bytes.lastIndexOf("stco") + 12);
  return bytes;
};
test.each([
  ["a Windows Media file", Buffer.from("3026b2758e66cf11a6d900aa0062ce6c", "hex")],
  ["a Flash video", Buffer.from("FLV\u0001\u0005\0\0\0\u0009\0\0\0\0")],
  ["a phone's raw AMR", Buffer.from("#!AMR\nSECRET")],
  ["a CAF file", Buffer.from("caff\0\u0001\0\0desc")],
  ["a Monkey's Audio file", Buffer.from("MAC \u0096\u000f")],
  ["a DSD file", Buffer.from("DSD \u001c\0\0\0\0\0\0\0")],
  [
    "Speex in Ogg",
    Buffer.concat([
      Buffer.from(`OggS\0\u0002${"\0".repeat(20)}\u0001\u0050`),
      Buffer.from("Speex   1.2".padEnd(80, "\0")),
    ]),
  ],
  ["a broken MP4", Buffer.from("00000018667479706d703432000000006d703432", "hex")],
  ["an MP4 whose box ends beyond it", box("ftyp", "isom", Buffer.alloc(4)).fill(255, 0, 2)],
  ["a compressed index", Buffer.concat([box("ftyp", "qt  ", Buffer.alloc(4)), box("moov", box("cmov", "SECRET"))])],
  ["a camera's record outside of the file", brokenSample()],
  [
    "such a record in fragments",
    movie({
      ...{ brand: "isom", tracks: [camera("mp4v"), { handler: "meta", codec: "mett", samples: [] }] },
      atTop: [
        box("moof", box("mfhd", Buffer.alloc(8)), box("traf", box("tfhd", Buffer.alloc(8)))),
        box("mdat", "SECRET"),
      ],
    }),
  ],
  ["an AVI with a stream of texts", avi([stream("vids"), stream("txts")])],
] as const)("%s is refused, because nobody knows what it tells", async (_what, bytes) => {
  expect(["recording_format", "media_unreadable"]).toContain(await codeOf(processBytes(bytes)));
});

const opusHead = Buffer.from("OpusHead\u0001\u0001\0\0\u0080\u00bb\0\0\0\0\0", "latin1");
const vorbisHead = Buffer.concat([
  Buffer.of(2, 30, 7 + 12 + 14),
  Buffer.from("\u0001vorbis"),
  Buffer.alloc(23, 1),
  Buffer.from("\u0003vorbis"),
  Buffer.from("\0\0\0\0\u0001\0\0\0\u000e\0\0\0SECRET=London", "latin1"),
  Buffer.from("\u0005vorbis setup"),
]);
const mp3Frames = Buffer.concat(
  Array.from({ length: 20 }, () => Buffer.concat([Buffer.from("fffb9000", "hex"), Buffer.alloc(413)])),
);
const id3 = (...frames: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(frames);
  return Buffer.concat([
    Buffer.from("ID3\u0003\0\0"),
    Buffer.of(0, 0, content.length >> 7, content.length & 127),
    content,
  ]);
};

test.each([
  ["MP3 with a tag before", Buffer.concat([id3(tagFrame("TIT2", "SECRET title")), mp3Frames])],
  [
    "MP3 with a place and a picture before",
    Buffer.concat([id3(tagFrame("GEOB", "SECRET+51.5"), tagFrame("APIC", "SECRET")), mp3Frames]),
  ],
  [
    "MP3 with tags after",
    Buffer.concat([mp3Frames, Buffer.from("APETAGEX SECRET"), Buffer.from("TAGSECRET".padEnd(128))]),
  ],
  ["WAV with tags", wave("RIFF", waveFormat(1, 16), info, waveData, chunk("bext", "SECRET"), chunk("iXML", "SECRET"))],
  ["FLAC with comments", flac()],
])("a sound that browsers play keeps nothing else: %s", async (_what, bytes) => {
  expect(bytes.includes("SECRET")).toBe(true);
  const result = await processBytes(bytes);
  expect(result.kind).toBe("audio");
  expect(result.kept.includes("SECRET")).toBe(false);
});

test("comments in a codec's own header are taken out, too", async () => {
  for (const bytes of [
    await tagged("opus", new OggOutputFormat(), opusHead),
    await tagged("opus", new WebMOutputFormat(), opusHead, true),
    await tagged("vorbis", new WebMOutputFormat(), vorbisHead, true),
  ]) {
    expect(bytes.includes("SECRET")).toBe(true);
    const result = await processBytes(bytes);
    expect(result.kept.includes("SECRET")).toBe(false);
  }
});

test("scores and documents stay as they are", async () => {
  for (const bytes of [
    Buffer.from("MThd\0\0\0\u0006\0\0\0\u0001\0`MTrk\0\0\0\u0004\0\u00ff/\0", "latin1"),
    Buffer.from("%PDF-1.7\n/Author (SECRET)"),
  ]) {
    const result = await processBytes(bytes);
    expect(result.kept.equals(bytes)).toBe(true);
  }
});

function tagFrame(name: string, text: string): Buffer {
  return Buffer.concat([Buffer.from(name), Buffer.of(0, 0, 0, text.length + 1, 0, 0, 0), Buffer.from(text)]);
}

/** Silence in frames of 192 samples, with comments and a picture. */
function flac(): Buffer {
  const crc = (bytes: Buffer, width: 8 | 16, polynomial: number): number => {
    let value = 0;
    for (const byte of bytes) {
      value ^= byte << (width - 8);
      for (let bit = 0; bit < 8; bit += 1)
        value =
          value & (1 << (width - 1)) ? ((value << 1) ^ polynomial) & (2 ** width - 1) : (value << 1) & (2 ** width - 1);
    }
    return value;
  };
  const block = (type: number, content: Buffer): Buffer =>
    Buffer.concat([Buffer.of(type, 0, 0, content.length), content]);
  const frame = (index: number): Buffer => {
    const head = Buffer.of(0xff, 0xf8, 0x1a, 0x08, index);
    const body = Buffer.concat([head, Buffer.of(crc(head, 8, 0x07)), Buffer.of(0, 0, 0)]);
    const check = crc(body, 16, 0x8005);
    return Buffer.concat([body, Buffer.of(check >> 8, check & 255)]);
  };
  const streamInfo = Buffer.alloc(34);
  streamInfo.writeUInt16BE(192, 0);
  streamInfo.writeUInt16BE(192, 2);
  // 48,000 Hz, one channel, 16 bits, 10 × 192 samples.
  streamInfo.set([0x0b, 0xb8, 0x00, 0xf0, 0, 0, 0x07, 0x80], 10);
  const comment = "\0\0\0\0\u0001\0\0\0\u000e\0\0\0SECRET=London";
  return Buffer.concat([
    Buffer.from("fLaC"),
    block(0, streamInfo),
    block(4, Buffer.from(comment, "latin1")),
    block(2, Buffer.from("SECRET application")),
    block(0x81, Buffer.from("SECRET padding")),
    ...Array.from({ length: 10 }, (_, index) => frame(index)),
  ]);
}
