import { randomBytes } from "node:crypto";
import { routes } from "@tribe/contract";
import { randomText } from "../../../crypto/secrets.ts";
import { saga } from "../../../http/implement.ts";
import { openChannel } from "../farcaster-client.ts";
import { storeConnection } from "../farcaster-connections.ts";
import { signInRequestOf } from "../farcaster-origin.ts";

const lifetimeMs = 600_000;

/** Starts a connection with Farcaster. */
export const startFarcaster = saga(routes.social.startFarcaster, async ({ ctx, session, commit }) => {
  // Only letters and digits, by the grammar of EIP-4361.
  const nonce = randomBytes(16).toString("hex");
  const expiresAt = new Date(ctx.now() + lifetimeMs);
  const { channelToken, url } = await openChannel(ctx.config.farcaster, signInRequestOf(ctx.config, nonce), expiresAt);
  const connectionId = randomText(16);
  const { uid, sessionId } = session;
  const channel = { channelToken, nonce };
  await commit((tx) => storeConnection(tx, ctx.keys, { connectionId, uid, sessionId }, channel, expiresAt));
  return { connectionId, url, expiresAt: expiresAt.getTime() };
});
