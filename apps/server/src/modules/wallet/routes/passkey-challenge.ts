import { routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { giveChallenge } from "../proofs.ts";

/** A challenge that a passkey signs once. */
export const passkeyChallenge = command(routes.wallet.passkeyChallenge, async ({ tx, session }) => ({
  challenge: await giveChallenge(tx, session.uid, "passkey"),
}));
