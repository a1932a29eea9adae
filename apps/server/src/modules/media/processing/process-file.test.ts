import { crc32, deflateSync } from "node:zlib";
import { ALL_FORMATS, BufferSource, Input, Mp4OutputFormat, MpegTsOutputFormat, WebMOutputFormat } from "mediabunny";
import sharp from "sharp";
import { expect, test } from "vitest";
import { codeOf, codeOfError } from "../../../testing/code-of.ts";
import { contain } from "../testing/contain.ts";
import { processBytes } from "../testing/process-bytes.ts";

/** The kind and size of a picture that is kept, or the error code. */
const shapeOf = (bytes: Uint8Array): Promise<string> =>
  processBytes(bytes).then(
    (file) => (file.kind === "image" ? `image ${file.width} × ${file.height}` : file.kind),
    codeOfError,
  );

const chunk = (name: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(name), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
};
/** A PNG of any declared size with few bytes: invalid, or a decompression bomb. */
const pngOf = (width: number, height: number, data: Buffer): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(data)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
};
const smallPicture = () => sharp({ create: { width: 60, height: 40, channels: 3, background: "#369" } });

test("pictures with too many pixels are refused by their header, before decompression", async () => {
  expect(await codeOf(processBytes(pngOf(60_000, 60_000, Buffer.alloc(100))))).toBe("media_too_many_pixels");
  expect(await codeOf(processBytes(pngOf(16_000, 4_000, Buffer.alloc(64_016_000))))).toBe("media_too_many_pixels");
  expect(await codeOf(processBytes(pngOf(8_193, 6_144, Buffer.alloc(100))))).toBe("media_too_many_pixels");
  expect(await codeOf(processBytes(pngOf(20_000, 10, Buffer.alloc(100))))).toBe("media_too_many_pixels");
});

/** Uneven in colour, so that no missing row looks like a present one. */
const pattern = (width: number, height: number) => {
  const raw = Buffer.from(Array.from({ length: width * height * 3 }, (_, at) => (at * 7_919 + (at >> 7) * 13) & 255));
  return sharp(raw, { raw: { width, height, channels: 3 } });
};
const cutAfter = (bytes: Buffer, mark: Buffer | string, more: number): Buffer =>
  bytes.subarray(0, bytes.indexOf(mark) + mark.length + more);
/** The marker before a JPEG's rows; the ten bytes after it tell how they are coded. */
const scan = Buffer.from("ffda", "hex");
/** A PNG whose first rows' checksum is wrong. */
const withWrongCheck = (png: Buffer): Buffer => {
  const at = png.indexOf("IDAT");
  const wrong = Buffer.from(png);
  const check = at + 4 + png.readUInt32BE(at - 4);
  wrong.writeUInt32BE(~png.readUInt32BE(check) >>> 0, check);
  return wrong;
};

test("a damaged picture is shown as far as browsers show it", async () => {
  const [plain, noise] = [smallPicture(), pattern(60, 40)];
  const [jpeg, png, gif] = [await noise.jpeg().toBuffer(), await noise.png().toBuffer(), await noise.gif().toBuffer()];
  for (const [name, bytes] of [
    ["a JPEG without its end", jpeg.subarray(0, -2)],
    ["a JPEG of one colour without its end", (await plain.clone().jpeg().toBuffer()).subarray(0, -2)],
    ["half a JPEG", jpeg.subarray(0, jpeg.length / 2)],
    [
      "half a progressive JPEG",
      await pattern(60, 40)
        .jpeg({ progressive: true })
        .toBuffer()
        .then((all) => all.subarray(0, all.length / 2)),
    ],
    [
      "half a grey JPEG",
      await pattern(60, 40)
        .greyscale()
        .jpeg()
        .toBuffer()
        .then((all) => all.subarray(0, (all.length * 3) / 4)),
    ],
    [
      "half a JPEG for print",
      await pattern(60, 40)
        .toColourspace("cmyk")
        .jpeg()
        .toBuffer()
        .then((all) => all.subarray(0, all.length / 2)),
    ],
    ["a PNG without its end", png.subarray(0, -12)],
    ["a PNG with a wrong checksum", withWrongCheck(png)],
    ["a PNG with wrong bytes in its middle", Buffer.from(png).fill(7, png.length / 2, png.length / 2 + 9)],
    ["a GIF without its end", gif.subarray(0, -1)],
    ["half a GIF", gif.subarray(0, (gif.length * 3) / 4)],
  ] as const)
    expect([name, await shapeOf(bytes)]).toEqual([name, "image 60 × 40"]);
});

test("three quarters of a large PNG are shown; of a small one nothing is decoded", async () => {
  const [large, small] = [await pattern(60, 4_000).png().toBuffer(), await pattern(60, 40).png().toBuffer()];
  expect(await shapeOf(large.subarray(0, (large.length * 3) / 4))).toBe("image 60 × 4000");
  // The decoder reads eight kilobytes at once. The page then draws the picture itself, as its browser shows it.
  expect(await shapeOf(small.subarray(0, (small.length * 3) / 4))).toBe("media_unreadable");
});

test("what came of a damaged picture is kept upright", async () => {
  const bytes = await pattern(60, 40).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  expect(await shapeOf(bytes.subarray(0, -2))).toBe("image 40 × 60");
});

test("a picture of which nothing came is refused, and so is one that cannot be converted", async () => {
  expect(await codeOf(processBytes(pngOf(400, 400, Buffer.alloc(100))))).toBe("media_unreadable");
  const whole = await smallPicture().png().toBuffer();
  expect(await codeOf(processBytes(whole.subarray(0, 60)))).toBe("media_unreadable");
  const noise = pattern(60, 40);
  const [jpeg, print] = [await noise.jpeg().toBuffer(), await noise.clone().toColourspace("cmyk").jpeg().toBuffer()];
  for (const [name, bytes] of [
    ["a JPEG's header", cutAfter(jpeg, scan, 12)],
    ["the header of a JPEG for print", cutAfter(print, scan, 14)],
    ["the beginning of a JPEG's header", jpeg.subarray(0, 100)],
    ["a PNG's header", cutAfter(await noise.clone().png().toBuffer(), "IDAT", 0)],
    ["a transparent PNG's header", cutAfter(await noise.clone().ensureAlpha(0.5).png().toBuffer(), "IDAT", 0)],
    ["a PNG's palette", cutAfter(await noise.clone().png({ palette: true }).toBuffer(), "IDAT", 0)],
    ["a GIF's palette", (await noise.clone().gif().toBuffer()).subarray(0, 200)],
    ["garbage", Buffer.concat([Buffer.from("ffd8ffe000104a464946", "hex"), Buffer.alloc(5_000, 0xa7)])],
  ] as const)
    expect([name, await shapeOf(bytes)]).toEqual([name, "media_unreadable"]);
  expect(await codeOf(processBytes(Buffer.from("00000018667479706865696300000000", "hex")))).toBe("picture_format");
});

test("whole pictures that look like missing rows are kept", async () => {
  for (const background of ["#000", "#808080", "#fff"]) {
    const one = sharp({ create: { width: 60, height: 40, channels: 3, background } });
    for (const bytes of [await one.clone().jpeg().toBuffer(), await one.clone().png().toBuffer()])
      expect(await shapeOf(bytes)).toBe("image 60 × 40");
  }
});

test("only the picture of a polyglot file is kept", async () => {
  const script = "<script>alert(document.domain)</script>";
  const bytes = Buffer.concat([await smallPicture().jpeg().toBuffer(), Buffer.from(`PK\u0003\u0004${script}`)]);
  const picture = await processBytes(bytes);
  expect(picture).toMatchObject({ kind: "image", type: "image/webp", width: 60, height: 40 });
  expect(picture.kept.includes(script)).toBe(false);
});

test("an animation stays animated, and all its frames count", async () => {
  const frame = (background: string) =>
    sharp({ create: { width: 30, height: 20, channels: 3, background } })
      .png()
      .toBuffer();
  const frames = await Promise.all(["#f00", "#0f0", "#00f"].map(frame));
  const moving = await sharp(frames, { join: { animated: true } })
    .gif({ delay: [100, 100, 100] })
    .toBuffer();
  const picture = await processBytes(moving);
  expect(picture).toMatchObject({ kind: "image", isAnimated: true, width: 30, height: 20 });
  expect((await sharp(picture.kept).metadata()).pages).toBe(3);
});

test("the frames of an animation count together, however small its file is", async () => {
  const screen = Buffer.from("474946383961" + "1027" + "e803" + "800000" + "000000ffffff", "hex");
  const frame = Buffer.from("21f9040005000000" + "2c000000001027e803000202440100", "hex");
  const gifOf = (frames: number) =>
    Buffer.concat([screen, ...Array.from({ length: frames }, () => frame), Buffer.from(";")]);
  expect(await shapeOf(gifOf(6))).toBe("media_too_many_pixels");
  expect(await shapeOf(gifOf(5))).not.toBe("media_too_many_pixels");
});

test.each([
  ["of many megabytes", 3_000_000],
  ["that is cut off", 10],
])("a colour profile %s that is none keeps no picture away", async (_what, size) => {
  const jpeg = await pattern(60, 40).jpeg().toBuffer();
  const parts = Array.from({ length: Math.ceil(size / 60_000) }, (_, at, all = Math.ceil(size / 60_000)) => {
    const data = Buffer.alloc(Math.min(60_000, size), 0x5a);
    const head = Buffer.concat([
      Buffer.from("ffe20000", "hex"),
      Buffer.from("ICC_PROFILE\0"),
      Buffer.from([at + 1, all]),
    ]);
    head.writeUInt16BE(head.length - 2 + data.length, 2);
    return Buffer.concat([head, data]);
  });
  expect(await shapeOf(Buffer.concat([jpeg.subarray(0, 2), ...parts, jpeg.subarray(2)]))).toBe("image 60 × 40");
});

test("false pictures, and files that could run or unpack, are only downloads", async () => {
  const bomb = Buffer.concat([Buffer.from("PK\u0003\u0004"), deflateSync(Buffer.alloc(10_000_000))]);
  for (const bytes of [
    Buffer.from("<!doctype html><script>alert(1)</script>"),
    Buffer.from("<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"),
    Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><image href='file:///etc/passwd'/></svg>"),
    Buffer.from("%PDF-1.7\n1 0 obj"),
    bomb,
  ]) {
    const file = await processBytes(bytes);
    expect(file).toMatchObject({ kind: "file", type: "application/octet-stream", size: bytes.length });
    expect(file.kept.equals(bytes)).toBe(true);
  }
});

test("a video is written to a new container with its duration, and without metadata", async () => {
  const bytes = await contain(new WebMOutputFormat(), true);
  expect(bytes.includes("Secret place")).toBe(true);
  const video = await processBytes(bytes);
  expect(video).toMatchObject({ kind: "video", mimeType: "video/webm", width: 320, height: 240, durationMs: 980 });
  expect(video.kept.includes("Secret")).toBe(false);
});

/** Duration as it is told (WebM names none for the last packet, of 20 ms), and the first and the last moment of each track of the copy, in milliseconds. */
const timesOf = async (bytes: Uint8Array) => {
  const file = await processBytes(bytes);
  if (!("durationMs" in file)) throw new Error(JSON.stringify(file));
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(new Uint8Array(file.kept)) });
  const rounded = (seconds: number) => Math.round(seconds * 1_000);
  const tracks = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  const times = tracks.map(
    async (track) => track && [rounded(await track.getFirstTimestamp()), rounded(await track.computeDuration())],
  );
  const [video, audio] = await Promise.all(times);
  return { told: file.durationMs, video: video ?? null, audio: audio ?? null };
};

test.each([
  ["a sound cut out of a broadcast", new MpegTsOutputFormat(), { video: 0, audio: 1.46 }, 1_000],
  ["one whose clock has run for a day", new MpegTsOutputFormat(), { video: 0, audio: 86_000 }, 1_000],
  ["a sound of a recorder that began late", new WebMOutputFormat(), { video: 0, audio: 3.2 }, 980],
  ["a sound behind an empty edit", new Mp4OutputFormat({ fastStart: false }), { video: 0, audio: 2 }, 1_000],
])("%s begins at once, and lasts as long as it sounds", async (_what, format, starts, lasts) => {
  expect(await timesOf(await contain(format, false, undefined, starts))).toEqual({
    told: lasts,
    video: null,
    audio: [0, lasts],
  });
});

test.each([
  [
    "sound a little behind the picture",
    { video: 1.4, audio: 1.5 },
    { told: 1_080, video: [0, 980], audio: [100, 1_080] },
  ],
  ["a picture behind the sound", { video: 5.5, audio: 5 }, { told: 1_480, video: [500, 1_480], audio: [0, 980] }],
  ["a picture from the beginning", { video: 0, audio: 0.5 }, { told: 1_480, video: [0, 980], audio: [500, 1_480] }],
])("%s stays so when both begin with the first of them", async (_what, starts, times) => {
  expect(await timesOf(await contain(new WebMOutputFormat(), true, undefined, starts))).toEqual(times);
});

test("packets before the beginning, which are decoded and not heard, stay before it", async () => {
  const bytes = await contain(new Mp4OutputFormat({ fastStart: false }), false, undefined, { video: 0, audio: -0.04 });
  expect(await timesOf(bytes)).toEqual({ told: 960, video: null, audio: [-40, 960] });
});

test("a sound's index precedes its packets, and a truncated container is refused", async () => {
  const bytes = await contain(new Mp4OutputFormat({ fastStart: false }), false);
  expect(bytes.indexOf("moov")).toBeGreaterThan(bytes.indexOf("mdat"));
  const sound = await processBytes(bytes);
  expect(sound).toMatchObject({ kind: "audio", mimeType: "audio/mp4", durationMs: 1_000, isVoice: false });
  expect(sound.kept.includes("Secret")).toBe(false);
  expect(sound.kept.indexOf("moov")).toBeLessThan(sound.kept.indexOf("mdat"));
  const webm = await contain(new WebMOutputFormat(), false);
  expect(["media_unreadable", "audio"]).toContain(
    await processBytes(webm.subarray(0, webm.length / 2)).then(({ kind }) => kind, codeOfError),
  );
});
