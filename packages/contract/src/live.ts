import * as z from "zod/mini";
import { emojiSchema } from "./chat.ts";
import { uidSchema } from "./primitives.ts";

/**
 * Live audio and video in a Tribe's chat: what goes inside of the WebSocket's `live` frames. It is an entry of its own
 * (`@tribe/contract/live`), so that pages on which nobody is live do not load it.
 */

export const liveLimits = {
  /** People who can be seen and heard, the Chief among them. */
  stage: 9,
  /** Characters of an SDP answer: 19 streams take about 8,000. */
  sdpCharacters: 24_000,
  /** Of what one page tells the others without our reading it. */
  rawCharacters: 256,
  /** Reactions of one person, per second. */
  reactionsPerSecond: 4,
} as const;

/**
 * Numbers of what happens in a live's channel, as its media engine records it. The specification has seven names for
 * eight numbers: a change of role is two, one for each direction (docs/decisions/0070).
 */
export const liveEventCodes = {
  channelCreate: 101,
  channelDestroy: 102,
  broadcasterJoin: 103,
  broadcasterLeave: 104,
  audienceJoin: 105,
  audienceLeave: 106,
  becameBroadcaster: 107,
  becameAudience: 108,
} as const;
export type LiveEventCode = (typeof liveEventCodes)[keyof typeof liveEventCodes];

/** The two connections of a page: what it is sent, and, on the stage, what it sends. */
export const livePartSchema = z.enum(["receive", "send"]);

/** How much a page's line carries: all, small pictures alone, or the sound alone. */
export const liveLineSchema = z.enum(["full", "small", "sound"]);

const sdpSchema = z.string().check(z.minLength(1), z.maxLength(liveLimits.sdpCharacters));

/** What can be told to a live's pages. The server checks who may, by their role. */
export const liveCommandSchema = z.discriminatedUnion("kind", [
  /** From somebody's page on the stage to all others: who speaks. The server does not read it. */
  z.object({ kind: z.literal("raw"), data: z.string().check(z.maxLength(liveLimits.rawCharacters)) }),
  /** Anybody's, shown flying. */
  z.object({ kind: z.literal("reaction"), emoji: emojiSchema }),
  /** The Chief's, to one person. */
  z.object({ kind: z.literal("switchOffMic"), uid: uidSchema }),
  z.object({ kind: z.literal("switchOffCamera"), uid: uidSchema }),
  /** The Chief's: it is over for all. */
  z.object({ kind: z.literal("liveEnded") }),
]);

/** What a page asks for, in its `live` frame. */
export const liveActionSchema = z.discriminatedUnion("kind", [
  /** `soundOnly` as below, from the first packet on; left out it is false. */
  z.object({
    kind: z.literal("join"),
    token: z.string().check(z.maxLength(200)),
    soundOnly: z.optional(z.boolean()),
  }),
  z.object({ kind: z.literal("answer"), part: livePartSchema, sdp: sdpSchema }),
  z.object({ kind: z.literal("leave") }),
  /** What somebody on the stage has switched on. */
  z.object({
    kind: z.literal("devices"),
    microphone: z.boolean(),
    camera: z.boolean(),
    screen: z.boolean(),
  }),
  /** Asks for the stage, or takes that back. */
  z.object({ kind: z.literal("hand"), isUp: z.boolean() }),
  /** Brings somebody on the stage or takes them off: the Chief whomever, everybody else themselves off. */
  z.object({ kind: z.literal("stage"), uid: uidSchema, isOn: z.boolean() }),
  /** Whose picture is the large one here; null for none. The others come in their smaller layer. */
  z.object({ kind: z.literal("large"), uid: z.nullable(uidSchema) }),
  /** This person's own wish: others' pictures and screens are not sent here, their sound is. */
  z.object({ kind: z.literal("soundOnly"), isOn: z.boolean() }),
  z.object({ kind: z.literal("command"), command: liveCommandSchema }),
]);

/** Somebody on the stage. `place` numbers their streams: `a<place>` and `v<place>` of the receiving connection. */
export const liveSpeakerSchema = z.object({
  uid: uidSchema,
  place: z.int(),
  isChief: z.boolean(),
  microphone: z.boolean(),
  camera: z.boolean(),
  /** Its picture is the stream `screen`; one person's at a time. */
  screen: z.boolean(),
});

/** What everybody in a live knows of it. */
export const liveRoomSchema = z.object({
  title: z.string(),
  startedAt: z.number(),
  stage: z.array(liveSpeakerSchema),
  /** Who watches, without the stage. */
  audience: z.array(uidSchema),
  /** Who asks for the stage, the first first. */
  hands: z.array(uidSchema),
});

/** Why somebody is not in a live any more. */
export const liveEndings = [
  "ended",
  "left",
  "seat_lost",
  "session_ended",
  "elsewhere",
  /** The media engine is gone or the connection broke: the page joins anew. */
  "interrupted",
] as const;

/** What a page is told, in its `live` frame. */
export const liveEventSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("offer"), part: livePartSchema, sdp: z.string() }),
  /** In place of offers: where LiveKit's client goes, and with what. */
  z.object({ kind: z.literal("connect"), url: z.string(), token: z.string() }),
  /** The media engine has the page's answer: from now on the page looks for a way to it, and not before (docs/decisions/0086). */
  z.object({ kind: z.literal("answered"), part: livePartSchema }),
  /** The page gets as much as its line carries, until the next of these. */
  z.object({ kind: z.literal("line"), line: liveLineSchema }),
  /** The page's line carries so much of what it sends, until the next of these: more is lost on the way. */
  z.object({ kind: z.literal("uplink"), line: liveLineSchema }),
  z.object({ kind: z.literal("room"), room: liveRoomSchema }),
  z.object({ kind: z.literal("command"), from: uidSchema, command: liveCommandSchema }),
  z.object({ kind: z.literal("left"), reason: z.enum(liveEndings) }),
  /** An action was refused. `code` is of the error catalogue. */
  z.object({ kind: z.literal("refused"), action: z.string(), code: z.string(), message: z.string() }),
]);

export type LiveLine = z.output<typeof liveLineSchema>;
export type LivePart = z.output<typeof livePartSchema>;
export type LiveCommand = z.output<typeof liveCommandSchema>;
export type LiveAction = z.output<typeof liveActionSchema>;
export type LiveSpeaker = z.output<typeof liveSpeakerSchema>;
export type LiveRoom = z.output<typeof liveRoomSchema>;
export type LiveEnding = (typeof liveEndings)[number];
export type LiveEvent = z.output<typeof liveEventSchema>;
