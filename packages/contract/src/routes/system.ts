import * as z from "zod/mini";
import { loginMethodSchema, swapSettingsSchema } from "../entities/installation.ts";
import { addressSchema } from "../primitives.ts";
import { defineRoute } from "../route.ts";

/** Context of a log record: texts by name, few and short. */
const logContextSchema = z.record(z.string().check(z.maxLength(100)), z.string().check(z.maxLength(2_000))).check(
  z.refine((context) => Object.keys(context).length <= 20, "must have at most 20 members"),
  z.refine((context) => JSON.stringify(context).length <= 8_000, "must have at most 8000 characters in all"),
);

/** Data that a page needs before it can do anything. */
export const systemRoutes = {
  config: defineRoute({
    method: "GET",
    path: "/v1/config",
    summary: "Public settings of this installation",
    caller: "public",
    answer: z.object({
      appUrl: z.string(),
      signerUrl: z.string(),
      realtimeUrl: z.string(),
      /** Origin of `/upload` and `/media`. */
      uploadUrl: z.string(),
      /** Origin of share images. */
      shareUrl: z.string(),
      rpcUrl: z.string(),
      rpcWebSocketUrl: z.string(),
      /** For explorer links: `mainnet-beta` adds no parameter, `custom` adds `customUrl`. */
      cluster: z.enum(["mainnet-beta", "devnet", "custom"]),
      explorerUrl: z.string(),
      swap: swapSettingsSchema,
      /** Whether the chain has Light Protocol's programs: without them there are no airdrops. */
      hasCompression: z.boolean(),
      /** Whether wallets can be funded from another chain. */
      hasBridge: z.boolean(),
      /** Whether the server knows what SOL is worth in other currencies (`GET /v1/rates`). */
      hasRates: z.boolean(),
      programAddress: addressSchema,
      adminAddress: addressSchema,
      /** The factory on chain is paused, or an operator has paused the installation. */
      isSystemPaused: z.boolean(),
      /** An operator has paused the installation. */
      isServerPaused: z.boolean(),
      signInMethods: z.array(loginMethodSchema),
      /** Links to the stand-ins in embedded mode, else null. */
      localMode: z.nullable(
        z.object({
          mailUrl: z.string(),
          xUrl: z.string(),
          googleUrl: z.string(),
          farcasterUrl: z.string(),
          cardUrl: z.string(),
        }),
      ),
    }),
  }),
  realtimeToken: defineRoute({
    method: "POST",
    path: "/v1/realtime/token",
    summary: "A one-time token (30 s) that opens the WebSocket; visitors get one too",
    caller: "device",
    answer: z.object({ token: z.string() }),
  }),
  log: defineRoute({
    method: "POST",
    path: "/log",
    summary: "A log record of the page, at info level and above",
    caller: "device",
    body: z.object({
      level: z.enum(["info", "warn", "error"]),
      message: z.string().check(z.maxLength(2_000)),
      context: z.optional(logContextSchema),
    }),
    answer: z.object({}),
  }),
} as const;
