import { type AnswerOf, ApiError, routes } from "@tribe/contract";
import { saga } from "../../../http/implement.ts";
import { readApproval } from "../farcaster-client.ts";
import { readConnection, takeConnectionOnce } from "../farcaster-connections.ts";
import { askedOf } from "../farcaster-origin.ts";
import { proxiedPicture } from "../picture-proxy.ts";

type Answer = AnswerOf<typeof routes.social.finishFarcaster>;

/** Connects a Farcaster account once its owner has approved. */
export const finishFarcaster = saga(
  routes.social.finishFarcaster,
  async ({ ctx, body, session, commit }): Promise<Answer> => {
    const { uid, sessionId } = session;
    const owner = { connectionId: body.connectionId, uid, sessionId };
    const channel = await readConnection(ctx.db, ctx.keys, owner);
    if (!channel) throw new ApiError("farcaster_denied");
    const asked = askedOf(ctx.config, channel.nonce);
    const approved = await readApproval(ctx.config.farcaster, channel.channelToken, asked).catch(
      async (err: unknown) => {
        ctx.log.warn({ err }, "a Farcaster account could not be connected");
        // What was refused stays refused; a relay or a chain that did not answer is asked again.
        if (err instanceof ApiError && err.code === "farcaster_denied")
          await commit((tx) => takeConnectionOnce(tx, owner));
        throw err;
      },
    );
    if (!approved) return { outcome: "pending" };
    const { account, pictureUrl } = approved;
    const picture = pictureUrl && proxiedPicture(ctx, pictureUrl);
    await commit(async (tx) => {
      if (!(await takeConnectionOnce(tx, owner))) throw new ApiError("farcaster_denied");
      await ctx.ports.peopleEditor.setFarcaster(tx, uid, account, picture);
    });
    return { outcome: "connected", farcaster: account };
  },
);
