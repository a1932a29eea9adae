import { stat } from "node:fs/promises";
import { join } from "node:path";
import { ApiError } from "@tribe/contract";
import {
  ALL_FORMATS,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  FlacOutputFormat,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  type MediaCodec,
  MkvOutputFormat,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
  WavOutputFormat,
  WebMOutputFormat,
} from "mediabunny";
import { withoutComments } from "./codec-comments.ts";
import type { ProcessedFile } from "./processed.ts";

type VideoType = "video/mp4" | "video/webm";
type AudioType = "audio/mp4" | "audio/webm" | "audio/mpeg" | "audio/ogg" | "audio/wav" | "audio/flac";

/** A container with the codecs that browsers play in it. */
interface Container {
  readonly format: () => OutputFormat;
  readonly video: { readonly type: VideoType; readonly codecs: readonly MediaCodec[] } | null;
  readonly audio: { readonly type: AudioType; readonly codecs: readonly MediaCodec[] };
}

/** The first one that fits both tracks is used; audio formats come first, so that a sound stays what it was. */
const containers: readonly Container[] = [
  { format: () => new Mp3OutputFormat(), video: null, audio: { type: "audio/mpeg", codecs: ["mp3"] } },
  { format: () => new FlacOutputFormat(), video: null, audio: { type: "audio/flac", codecs: ["flac"] } },
  { format: () => new OggOutputFormat(), video: null, audio: { type: "audio/ogg", codecs: ["vorbis"] } },
  {
    format: () => new WavOutputFormat(),
    video: null,
    audio: { type: "audio/wav", codecs: ["pcm-s16", "pcm-u8", "pcm-s24", "pcm-f32"] },
  },
  {
    format: () => new WebMOutputFormat(),
    video: { type: "video/webm", codecs: ["vp8", "vp9", "av1"] },
    audio: { type: "audio/webm", codecs: ["opus", "vorbis"] },
  },
  {
    // Reserves room for the index at the beginning, so that the file plays before all of it is loaded.
    format: () => new Mp4OutputFormat({ fastStart: "reserve" }),
    video: { type: "video/mp4", codecs: ["avc", "hevc", "vp9", "av1"] },
    audio: { type: "audio/mp4", codecs: ["aac", "mp3", "opus", "flac"] },
  },
];

/**
 * Checks a sound or a video and copies its packets into a new container: the first video and the first audio track, without
 * metadata. Nothing is decoded. Null when browsers can't play it.
 * @throws ApiError `media_unreadable` when its packets can't be read to the end
 */
export const processSoundOrVideo = async (
  path: string,
  folder: string,
): Promise<ProcessedFile<"audio" | "video"> | null> => {
  const input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(path) });
  try {
    if (!(await input.canRead())) return null;
    return await remux(input, join(folder, "remuxed"));
  } catch (cause) {
    throw new ApiError("media_unreadable", { cause });
  } finally {
    input.dispose();
  }
};

/**
 * The same for what browsers can't play, as a file to download: in a Matroska container, which takes nearly every codec.
 * @returns its path; null when a codec is unknown
 */
export const remuxToMatroska = async (path: string, folder: string): Promise<string | null> => {
  const input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(path) });
  try {
    if (!(await input.canRead())) return null;
    const tracks = await tracksOf(input);
    const format = new MkvOutputFormat();
    const supported: readonly MediaCodec[] = format.getSupportedCodecs();
    if (!tracks || [tracks.videoCodec, tracks.audioCodec].some((codec) => codec !== null && !supported.includes(codec)))
      return null;
    const made = join(folder, "matroska");
    await copyTracks(tracks, format, made);
    return made;
  } catch (cause) {
    throw new ApiError("media_unreadable", { cause });
  } finally {
    input.dispose();
  }
};

interface Tracks {
  readonly video: InputVideoTrack | null;
  readonly audio: InputAudioTrack | null;
  readonly videoCodec: MediaCodec | null;
  readonly audioCodec: MediaCodec | null;
}

/** The first video and the first audio track; null when there is neither, or a codec is unknown: such a track can't be checked. */
const tracksOf = async (input: Input): Promise<Tracks | null> => {
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  const [videoCodec, audioCodec] = [(await video?.getCodec()) ?? null, (await audio?.getCodec()) ?? null];
  if ((video && !videoCodec) || (audio && !audioCodec) || (!video && !audio)) return null;
  return { video, audio, videoCodec, audioCodec };
};

/** @returns the seconds that the copy leaves out before the first picture or sound */
const copyTracks = async ({ video, audio }: Tracks, format: OutputFormat, path: string): Promise<number> => {
  const output = new Output({ format, target: new FilePathTarget(path) });
  const copies: (() => Promise<void>)[] = [];
  const start = await startOf(video, audio);
  if (video) copies.push(await addVideo(output, video, start));
  if (audio) copies.push(await addAudio(output, audio, start));
  await output.start();
  // At the same time, because a container takes the packets of both tracks in the order of time.
  await Promise.all(copies.map((copy) => copy()));
  await output.finalize();
  return start;
};

const remux = async (input: Input, path: string): Promise<ProcessedFile<"audio" | "video"> | null> => {
  const tracks = await tracksOf(input);
  if (!tracks) return null;
  const { video, videoCodec, audioCodec } = tracks;
  const container = containers.find(
    (each) =>
      (videoCodec === null || each.video?.codecs.includes(videoCodec)) &&
      (audioCodec === null || each.audio.codecs.includes(audioCodec)),
  );
  if (!container) return null;
  const start = await copyTracks(tracks, container.format(), path);

  const { size } = await stat(path);
  const durationMs = Math.round(((await input.computeDuration()) - start) * 1_000);
  if (!video) {
    const mimeType = container.audio.type;
    return {
      attachment: { kind: "audio", size, mimeType, durationMs, waveform: null, isVoice: false },
      forms: [{ form: "full", path, contentType: mimeType }],
    };
  }
  if (!container.video) return null;
  const mimeType = container.video.type;
  const [width, height] = [await video.getDisplayWidth(), await video.getDisplayHeight()];
  if (!(width >= 1 && height >= 1)) return null;
  return {
    attachment: { kind: "video", size, mimeType, width, height, durationMs, blur: null },
    forms: [{ form: "full", path, contentType: mimeType }],
  };
};

/**
 * Seconds of nothing before the first picture or sound, which the copy leaves out: the clock of a broadcast (MPEG-TS) runs before
 * the recording, and that of a recorder may, too. Packets before zero are there to be decoded and not shown, so they stay.
 */
const startOf = async (video: InputVideoTrack | null, audio: InputAudioTrack | null): Promise<number> => {
  const starts = await Promise.all([video, audio].flatMap((track) => track?.getFirstTimestamp() ?? []));
  return Math.max(0, Math.min(...starts));
};

/** A packet of the copy, whose time begins with the first picture or sound. */
const moved = (packet: EncodedPacket, start: number): EncodedPacket =>
  start === 0 ? packet : packet.clone({ timestamp: packet.timestamp - start });

const addVideo = async (output: Output, track: InputVideoTrack, start: number): Promise<() => Promise<void>> => {
  const codec = await track.getCodec();
  if (!codec) throw new Error("the track has no known codec");
  const source = new EncodedVideoPacketSource(codec);
  const { packetCount } = await track.computePacketStats();
  const rotation = await track.getRotation();
  output.addVideoTrack(source, { rotation, maximumPacketCount: packetCount });
  const decoderConfig = await track.getDecoderConfig();
  const meta = decoderConfig ? { decoderConfig } : {};
  return async () => {
    for await (const packet of new EncodedPacketSink(track).packets()) await source.add(moved(packet, start), meta);
    source.close();
  };
};

const addAudio = async (output: Output, track: InputAudioTrack, start: number): Promise<() => Promise<void>> => {
  const codec = await track.getCodec();
  if (!codec) throw new Error("the track has no known codec");
  const source = new EncodedAudioPacketSource(codec);
  const { packetCount } = await track.computePacketStats();
  output.addAudioTrack(source, { maximumPacketCount: packetCount });
  const decoderConfig = await track.getDecoderConfig();
  const meta = decoderConfig ? { decoderConfig: withoutComments(codec, decoderConfig) } : {};
  return async () => {
    for await (const packet of new EncodedPacketSink(track).packets()) await source.add(moved(packet, start), meta);
    source.close();
  };
};
