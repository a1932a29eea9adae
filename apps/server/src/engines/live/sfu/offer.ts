import nodeDataChannel, { type Audio, type Video } from "node-datachannel";
import { payloadTypes } from "./rtp.ts";

// Offers and answers (SDP, RFC 8866) between a page, which sees all streams of a connection, and the media library, which
// only gets the first: it encrypts and decrypts, and we assign packets to streams (docs/decisions/0133).

/** One stream of a connection, as its offer describes it. */
export interface OfferedStream {
  /** Its media id in the offer, by which the page finds the stream. */
  readonly mid: string;
  readonly kind: "audio" | "video";
  /** SSRC and stream group of what we send; null for a stream that the page sends. */
  readonly outgoing: { readonly ssrc: number; readonly group: string } | null;
}

/** Streams with the SDP that every offer has in common, written once. */
export interface OfferedStreams {
  /** The one that the library knows. */
  readonly first: OfferedStream;
  readonly mids: readonly string[];
  readonly descriptions: readonly string[];
}

const lineEnd = "\r\n";

/** @throws RangeError without a stream. */
export const describeStreams = (streams: readonly OfferedStream[]): OfferedStreams => {
  const [first] = streams;
  if (!first) throw new RangeError("an offer needs a stream");
  return {
    first,
    mids: streams.map(({ mid }) => mid),
    // Bundled with the first stream's transport: port 9 is a placeholder (RFC 8843).
    descriptions: streams.map((stream) =>
      describe(stream, stream.outgoing ? "SendOnly" : "RecvOnly")
        .generateSdp(lineEnd, "IP4 0.0.0.0", 9)
        .trim(),
    ),
  };
};

/** A stream's description for the library. */
export const describe = (
  { mid, kind, outgoing }: OfferedStream,
  direction: "SendOnly" | "RecvOnly" | "SendRecv",
): Audio | Video => {
  if (kind === "audio") {
    const audio = new nodeDataChannel.Audio(mid, direction);
    audio.addOpusCodec(payloadTypes.audio);
    if (outgoing) audio.addSSRC(outgoing.ssrc, "tribe", outgoing.group, mid);
    return audio;
  }
  const video = new nodeDataChannel.Video(mid, direction);
  video.addVP8Codec(payloadTypes.video);
  if (outgoing) video.addSSRC(outgoing.ssrc, "tribe", outgoing.group, mid);
  return video;
};

/** The parts of a description: the session's lines, and those of each stream. */
const partsOf = (sdp: string): readonly (readonly string[])[] =>
  sdp.split(/\r?\n(?=m=)/).map((part) => part.split(/\r?\n/).filter((line) => line !== ""));

/** Whether a line has an address of the peer. */
const isAddress = (line: string): boolean => /^a=(candidate:|end-of-candidates)/.test(line);

/** The offer for the page: the library's offer of one stream, extended to all of them. */
export const offerAll = (sdp: string, { mids, descriptions }: OfferedStreams): string => {
  const [session = [], own = []] = partsOf(sdp);
  const keys = own.filter((line) => /^a=(setup|ice-ufrag|ice-pwd):/.test(line));
  const ways = own.filter(isAddress);
  return [
    ...session.filter((line) => !line.startsWith("a=group:")),
    `a=group:BUNDLE ${mids.join(" ")}`,
    ...descriptions.flatMap((description, index) => [description, ...keys, ...(index === 0 ? ways : [])]),
    "",
  ].join(lineEnd);
};

/**
 * The page's answer for the library: only the first stream, without the page's addresses. The page contacts us, at the
 * offer's address; with candidates from its answer it could make us send packets to any address.
 */
export const answerOfFirst = (sdp: string, { first }: OfferedStreams): string => {
  const [session = [], own = []] = partsOf(sdp);
  return [
    ...session.map((line) => (line.startsWith("a=group:BUNDLE") ? `a=group:BUNDLE ${first.mid}` : line)),
    ...own,
    "",
  ]
    .filter((line) => !isAddress(line))
    .join(lineEnd);
};

/** The SSRCs of a page's streams, from its answer. */
export const numbersIn = (sdp: string): ReadonlyMap<number, string> => {
  const numbers = new Map<number, string>();
  for (const [media = "", ...lines] of partsOf(sdp).slice(1)) {
    const mid = lines.find((line) => line.startsWith("a=mid:"))?.slice("a=mid:".length);
    if (mid === undefined || !media.startsWith("m=")) continue;
    for (const line of lines) {
      const number = /^a=ssrc:(\d{1,10})\b/.exec(line)?.[1];
      if (number !== undefined) numbers.set(Number(number), mid);
    }
  }
  return numbers;
};

/** Replaces this machine's own addresses with the public one. */
export const withAddress = (sdp: string, address: string | null): string =>
  address === null ? sdp : sdp.replace(/^(a=candidate:\S+ \d+ UDP \d+ )\S+( \d+ typ host)/gim, `$1${address}$2`);
