import { routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { givePasskeyChallenge } from "../proofs.ts";

/** A challenge that a passkey signs once. */
export const passkeyChallenge = command(routes.wallet.passkeyChallenge, async ({ tx, session }) => ({
  challenge: await givePasskeyChallenge(tx, session.uid),
}));
