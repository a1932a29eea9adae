import * as z from "zod/mini";
import { emojiSchema } from "./chat.ts";
import { uidSchema } from "./primitives.ts";

/**
 * Live audio and video in a Tribe's chat: the content of the WebSocket's `live` frames. It has its own entry point
 * (`@tribe/contract/live`), so that pages without a live do not load it.
 */

export const liveLimits = {
  /** People who can be seen and heard, the Chief among them. */
  stage: 9,
  /** Characters of an SDP answer; one with 19 streams has about 8,000. */
  sdpCharacters: 24_000,
  /** Characters of a message between pages, which the server does not read. */
  rawCharacters: 256,
  /** Reactions of one person, per second. */
  reactionsPerSecond: 4,
} as const;

/**
 * Event codes of a live's channel, as its media engine records them. The specification has seven names for eight numbers: a
 * change of role has two, one for each direction (docs/decisions/0070).
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

/** The two connections of a page: one receives, the other, on the stage, sends. */
export const livePartSchema = z.enum(["receive", "send"]);

/** What a page's bandwidth allows: everything, small pictures only, or sound only. */
export const liveLineSchema = z.enum(["full", "small", "sound"]);

const sdpSchema = z.string().check(z.minLength(1), z.maxLength(liveLimits.sdpCharacters));

/** Commands that a live sends to its pages. The server checks by role who may send them. */
export const liveCommandSchema = z.discriminatedUnion("kind", [
  /** From a page on the stage to all others: who is speaking. The server does not read it. */
  z.object({ kind: z.literal("raw"), data: z.string().check(z.maxLength(liveLimits.rawCharacters)) }),
  /** From anybody; shown as a flying emoji. */
  z.object({ kind: z.literal("reaction"), emoji: emojiSchema }),
  /** From the Chief, to one person. */
  z.object({ kind: z.literal("switchOffMic"), uid: uidSchema }),
  z.object({ kind: z.literal("switchOffCamera"), uid: uidSchema }),
  /** From the Chief: the live has ended for all. */
  z.object({ kind: z.literal("liveEnded") }),
]);

/** The requests of a page, in its `live` frame. */
export const liveActionSchema = z.discriminatedUnion("kind", [
  /** `soundOnly` as below, from the first packet on; false when absent. */
  z.object({
    kind: z.literal("join"),
    token: z.string().check(z.maxLength(200)),
    soundOnly: z.optional(z.boolean()),
  }),
  z.object({ kind: z.literal("answer"), part: livePartSchema, sdp: sdpSchema }),
  z.object({ kind: z.literal("leave") }),
  /** What a person on the stage has switched on. */
  z.object({
    kind: z.literal("devices"),
    microphone: z.boolean(),
    camera: z.boolean(),
    screen: z.boolean(),
  }),
  /** Asks for the stage, or takes that back. */
  z.object({ kind: z.literal("hand"), isUp: z.boolean() }),
  /**
   * Brings a person on the stage or takes them off. The Chief may do so with everybody, all others may only take themselves
   * off.
   */
  z.object({ kind: z.literal("stage"), uid: uidSchema, isOn: z.boolean() }),
  /** Whose picture is shown large here; null for nobody's. The other pictures are sent in their smaller layer. */
  z.object({ kind: z.literal("large"), uid: z.nullable(uidSchema) }),
  /** Whether this person wants sound only: others' pictures and screens are then not sent to them. */
  z.object({ kind: z.literal("soundOnly"), isOn: z.boolean() }),
  z.object({ kind: z.literal("command"), command: liveCommandSchema }),
]);

/** A person on the stage. `place` numbers their streams: `a<place>` and `v<place>` of the receiving connection. */
export const liveSpeakerSchema = z.object({
  uid: uidSchema,
  place: z.int(),
  isChief: z.boolean(),
  microphone: z.boolean(),
  camera: z.boolean(),
  /** Whether they share a screen (the stream `screen`); only one person can at a time. */
  screen: z.boolean(),
});

/** The state of a live that everybody in it sees. */
export const liveRoomSchema = z.object({
  title: z.string(),
  startedAt: z.number(),
  stage: z.array(liveSpeakerSchema),
  /** People who watch, without those on the stage. */
  audience: z.array(uidSchema),
  /** People who ask for the stage, the longest waiting first. */
  hands: z.array(uidSchema),
});

/** Why a person is no longer in a live. */
export const liveEndings = [
  "ended",
  "left",
  "seat_lost",
  "session_ended",
  "elsewhere",
  /** The media engine is gone or the connection broke: the page joins again. */
  "interrupted",
] as const;

/** The server's events to a page, in its `live` frame. */
export const liveEventSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("offer"), part: livePartSchema, sdp: z.string() }),
  /** Instead of offers: the URL and token with which LiveKit's client connects. */
  z.object({ kind: z.literal("connect"), url: z.string(), token: z.string() }),
  /**
   * The media engine has applied the page's answer: only now does the page add the engine's candidates (docs/decisions/0086).
   */
  z.object({ kind: z.literal("answered"), part: livePartSchema }),
  /** What the page is sent from now on, by its bandwidth, until the next such event. */
  z.object({ kind: z.literal("line"), line: liveLineSchema }),
  /** What the page may send from now on, by its uplink, until the next such event: more would be lost. */
  z.object({ kind: z.literal("uplink"), line: liveLineSchema }),
  z.object({ kind: z.literal("room"), room: liveRoomSchema }),
  z.object({ kind: z.literal("command"), from: uidSchema, command: liveCommandSchema }),
  z.object({ kind: z.literal("left"), reason: z.enum(liveEndings) }),
  /** An action was refused. `code` is from the error catalogue. */
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
