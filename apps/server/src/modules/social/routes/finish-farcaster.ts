import { type AnswerOf, ApiError, routes, type Uid } from "@tribe/contract";
import type { ReadingContext } from "../../../context/context.ts";
import { saga } from "../../../http/implement.ts";
import { personByUid, setFarcaster } from "../../identity/index.ts";
import { readApproval } from "../farcaster-client.ts";
import { consumeConnection, dropConnection, readConnection } from "../farcaster-connections.ts";
import { signInRequestOf } from "../farcaster-origin.ts";
import { proxiedPicture } from "../picture-proxy.ts";

type Answer = AnswerOf<typeof routes.social.finishFarcaster>;

/** Connects a Farcaster account once its owner has approved. A page that lost the answer and asks again gets the same. */
export const finishFarcaster = saga(
  routes.social.finishFarcaster,
  async ({ ctx, body, session, commit }): Promise<Answer> => {
    const { uid, sessionId } = session;
    const owner = { connectionId: body.connectionId, uid, sessionId };
    const channel = await readConnection(ctx.db, ctx.keys, owner);
    if (!channel) throw new ApiError("farcaster_denied");
    if (channel.isConnected) return connectedBefore(ctx, uid);
    const signIn = signInRequestOf(ctx.config, channel.nonce);
    const approved = await readApproval(ctx.config.farcaster, channel.channelToken, signIn).catch(
      async (err: unknown) => {
        ctx.log.warn({ err }, "a Farcaster account could not be connected");
        // A refusal is final; if the relay or the chain did not answer, the page may ask again.
        if (err instanceof ApiError && err.code === "farcaster_denied") await commit((tx) => dropConnection(tx, owner));
        throw err;
      },
    );
    if (!approved) return { outcome: "pending" };
    const { account, pictureUrl } = approved;
    const picture = pictureUrl && proxiedPicture(ctx, pictureUrl);
    const isFirst = await commit(async (tx) => {
      const isConsumed = await consumeConnection(tx, owner);
      if (isConsumed) await setFarcaster(tx, uid, account, picture);
      return isConsumed;
    });
    return isFirst ? { outcome: "connected", farcaster: account } : connectedBefore(ctx, uid);
  },
);

/** @throws ApiError `farcaster_denied` when the account has been unlinked since */
const connectedBefore = async (ctx: ReadingContext, uid: Uid): Promise<Answer> => {
  const person = await personByUid(ctx.db, uid);
  if (!person?.farcaster) throw new ApiError("farcaster_denied");
  return { outcome: "connected", farcaster: person.farcaster };
};
