import { setTimeout as wait } from "node:timers/promises";
import { ApiError } from "@tribe/contract";
import type { ReadingContext } from "../../context/context.ts";
import type { Commit } from "../../http/commit.ts";
import { personByUid, setTwitter } from "../identity/index.ts";
import { callbackUrl } from "./callback-url.ts";
import { proxiedPicture } from "./picture-proxy.ts";
import type { XResult } from "./schema.ts";
import { readAccount } from "./x-client.ts";
import { type BegunConnection, readConnectionOutcome, recordOutcome } from "./x-connections.ts";

/** How long a callback takes at most: three requests to X with their timeouts, and storing the outcome. */
const longestMs = 35_000;
const pollEveryMs = 200;

/** Reads the account from X and connects it. An account that another person has connected is `taken`. */
export const connectX = async (
  ctx: ReadingContext,
  commit: Commit,
  { uid, verifier }: BegunConnection,
  { state, code }: { readonly state: string; readonly code: string },
): Promise<XResult> => {
  try {
    const grant = { code, verifier, redirectUri: callbackUrl(ctx) };
    const { account, pictureUrl } = await readAccount(ctx.config.x, grant);
    const picture = pictureUrl && proxiedPicture(ctx, pictureUrl);
    await commit(async (tx) => {
      await setTwitter(tx, uid, account, picture);
      await recordOutcome(tx, state, "connected");
    });
    return "connected";
  } catch (error) {
    if (error instanceof ApiError && error.code === "social_taken") return "taken";
    ctx.log.warn({ err: error }, "an X account could not be connected");
    return "denied";
  }
};

/** The outcome of a start that another call has consumed, which may still be waiting for X. */
export const awaitOutcome = async (ctx: ReadingContext, state: string): Promise<XResult> => {
  const deadline = performance.now() + longestMs;
  for (;;) {
    const found = await readConnectionOutcome(ctx.db, ctx.keys, state);
    // The process that was waiting for X may have been killed.
    if (!found || performance.now() > deadline) return "denied";
    const { outcome, begun } = found;
    if (outcome === "connected") return (await personByUid(ctx.db, begun.uid))?.twitter ? outcome : "denied";
    if (outcome !== "asking") return outcome;
    await wait(pollEveryMs);
  }
};
