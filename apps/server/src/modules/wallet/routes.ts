import { ApiError, mailCode, routes, walletActions } from "@tribe/contract";
import { sql } from "drizzle-orm";
import type { Database, Executor } from "../../db/client.ts";
import { queueMail } from "../../engines/mail/mail-job.ts";
import { paceMail } from "../../engines/mail/pacing.ts";
import { implement, type RouteImplementation } from "../../http/implement.ts";
import { makeRecoveryCode, takeRecoveryCode } from "./codes.ts";
import { recoveryMail } from "./mails.ts";
import { checkDevice, checkOwnership, giveChallenge } from "./proofs.ts";
import { confirmSharing, findWallet, openShare, recoverableSharing, sharingsOf, storePending } from "./sharings.ts";
import { issueWalletToken } from "./tokens.ts";

/** Two devices of an account take turns, so that one wallet cannot become two. */
const takeTurn = (tx: Executor, uid: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`wallet:${uid}`}, 0))`);

/** The server's half of the wallet. `sideDb` counts tries outside of a command that rolls back. */
export const walletImplementations = (sideDb: Database): readonly RouteImplementation[] => [
  implement(routes.wallet.walletToken, async ({ ctx, session }) => issueWalletToken(ctx.keys, session, ctx.now())),

  implement(routes.wallet.wallet, async ({ ctx, tx, session }) => {
    const wallet = await findWallet(tx, session.uid);
    const sharings = await sharingsOf(tx, session.uid);
    return {
      uid: session.uid,
      email: await ctx.ports.peopleEditor.emailOf(tx, session.uid),
      address: wallet?.address ?? null,
      recovery: wallet?.recovery ?? ("none" as const),
      devices: sharings.map(({ devicePublicKey, version, state }) => ({ devicePublicKey, version, state })),
    };
  }),

  implement(routes.wallet.challenge, async ({ tx, session }) => ({ challenge: await giveChallenge(tx, session.uid) })),

  implement(routes.wallet.storeSharing, async ({ ctx, tx, session, body }) => {
    const { uid } = session;
    const { address, sharing, device, ownership } = body;
    const { devicePublicKey } = sharing;
    await takeTurn(tx, uid);
    await checkDevice(tx, { uid, action: walletActions.store, devicePublicKey, proof: device });
    await checkOwnership({ uid, challenge: device.challenge, devicePublicKey, address, ownership });
    await storePending(tx, ctx.keys, uid, address, sharing);
    return { version: sharing.version };
  }),

  implement(routes.wallet.confirmSharing, async ({ ctx, tx, session, body }) => {
    const { uid } = session;
    const { devicePublicKey, version, device } = body;
    await takeTurn(tx, uid);
    await checkDevice(tx, { uid, action: walletActions.confirm, devicePublicKey, proof: device });
    const { address, isNewWallet } = await confirmSharing(tx, uid, devicePublicKey, version);
    if (isNewWallet) await ctx.ports.peopleEditor.setAddress(tx, uid, address);
    return { address };
  }),

  implement(routes.wallet.fetchShare, async ({ ctx, tx, session, body }) => {
    const { uid } = session;
    const { devicePublicKey, version, device } = body;
    await checkDevice(tx, { uid, action: walletActions.share, devicePublicKey, proof: device });
    const all = await sharingsOf(tx, uid);
    if (all.length === 0) throw new ApiError("wallet_missing");
    const mine = all.filter((row) => row.devicePublicKey === devicePublicKey);
    const asked =
      version === undefined
        ? (mine.find(({ state }) => state === "active") ?? mine[0])
        : mine.find((row) => row.version === version);
    if (!asked) throw new ApiError("device_unknown");
    return { serverShare: await openShare(ctx.keys, "server-share", asked), version: asked.version };
  }),

  implement(routes.wallet.startRecovery, async ({ ctx, tx, session }) => {
    const { uid } = session;
    if (!(await recoverableSharing(tx, uid))) throw new ApiError("wallet_missing");
    await paceMail(tx, ctx.keys.mac("code", `recovery:${uid}`));
    const code = await makeRecoveryCode(tx, ctx.keys, uid);
    const email = await ctx.ports.peopleEditor.emailOf(tx, uid);
    await queueMail(ctx, tx, recoveryMail(email, code), mailCode.lifetimeSeconds);
    return { resendAfterSeconds: mailCode.resendSeconds };
  }),

  implement(
    routes.wallet.finishRecovery,
    async ({ ctx, tx, session, body }) => {
      const { uid } = session;
      const sharing = await recoverableSharing(tx, uid);
      if (!sharing) throw new ApiError("wallet_missing");
      await takeRecoveryCode(sideDb, ctx.keys, uid, body.code);
      return {
        address: sharing.address,
        serverShare: await openShare(ctx.keys, "server-share", sharing),
        recoveryShare: await openShare(ctx.keys, "recovery-share", sharing),
      };
    },
    // It writes nothing but the count of tries, which must outlive a refusal.
    { transaction: "own" },
  ),
];
