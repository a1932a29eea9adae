import { routes } from "@tribe/contract";
import { saga } from "../../../http/implement.ts";
import { givePasskeyChallenge } from "../challenges.ts";

/** A challenge that a passkey signs once. A saga: nothing is written before it is taken. */
export const passkeyChallenge = saga(routes.wallet.passkeyChallenge, async ({ ctx, session }) => ({
  challenge: givePasskeyChallenge(ctx, session.uid),
}));
