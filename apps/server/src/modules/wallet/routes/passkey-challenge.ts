import { routes } from "@tribe/contract";
import { saga } from "../../../http/implement.ts";
import { issuePasskeyChallenge } from "../store/challenges.ts";

/** A challenge that a passkey signs once. A saga, because nothing is written before it is used up. */
export const passkeyChallenge = saga(routes.wallet.passkeyChallenge, async ({ ctx, session }) => ({
  challenge: issuePasskeyChallenge(ctx, session.uid),
}));
