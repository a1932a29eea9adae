import * as z from "zod/mini";
import { computed, httpUrl, integer, ipAddress, type Setting, text, webSocketUrl } from "../setting.ts";

export const liveSettings = {
  TRIBE_LIVE_ADDRESS: {
    schema: ipAddress,
    default: computed("all of this machine's; 127.0.0.1 if it has no other"),
    meaning: "IP address whose UDP ports carry live audio and video",
  },
  TRIBE_LIVE_PUBLIC_ADDRESS: {
    schema: ipAddress,
    default: null,
    meaning: "IP address that browsers use instead, if this machine is behind network address translation",
  },
  TRIBE_LIVE_PORTS: {
    schema: z.string().check(z.regex(/^\d{1,5}-\d{1,5}$/, "must be two port numbers with a line between")),
    default: computed("any"),
    meaning: "First and last UDP port of live media, such as `40000-40999`",
  },
  TRIBE_LIVE_STREAMS: {
    schema: integer(2, 100_000),
    default: "2000",
    meaning:
      "Maximum streams of one live: each audio or video track counts once for each person who receives it. Whoever would exceed it can't join",
  },
  LIVEKIT_URL: {
    schema: webSocketUrl,
    default: null,
    meaning: "LiveKit instead of the built-in forwarding unit, as browsers reach it, `wss://host`",
  },
  LIVEKIT_API_URL: {
    schema: httpUrl,
    default: computed("LIVEKIT_URL over HTTP"),
    meaning: "LiveKit's API, as this server reaches it",
  },
  LIVEKIT_API_KEY: {
    schema: text,
    default: null,
    meaning: "Key for LiveKit's API. LiveKit must sign its webhooks with it",
  },
  LIVEKIT_API_SECRET: { schema: text, default: null, meaning: "Secret of that key" },
  STUN_URL: {
    schema: z.string().check(z.regex(/^stuns?:\S+$/, "must be a URL that starts with stun:")),
    default: null,
    meaning: "STUN server for browsers in a live, `stun:host:port`",
  },
  TURN_URL: {
    schema: z.string().check(z.regex(/^turns?:\S+$/, "must be a URL that starts with turn:")),
    default: null,
    meaning: "TURN server for browsers in a live, `turn:host:port`",
  },
  TURN_SECRET: {
    schema: text,
    default: null,
    meaning: "Shared secret of the TURN server, from which each person's temporary credentials are derived",
  },
} as const satisfies Record<string, Setting>;
