import { routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { findWallet, sharingsOf } from "../sharings.ts";

/** Which wallet the account has, and how it can be recovered. */
export const wallet = query(routes.wallet.wallet, async ({ ctx, tx, session }) => {
  const wallet = await findWallet(tx, session.uid);
  const sharings = await sharingsOf(tx, session.uid);
  return {
    uid: session.uid,
    email: await ctx.ports.peopleEditor.emailOf(tx, session.uid),
    address: wallet?.address ?? null,
    recovery: wallet?.recovery ?? ("none" as const),
    devices: sharings.map(({ devicePublicKey, version, state }) => ({ devicePublicKey, version, state })),
  };
});
