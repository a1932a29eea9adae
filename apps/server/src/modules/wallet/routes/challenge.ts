import { routes } from "@tribe/contract";
import { implement } from "../../../http/implement.ts";
import { giveChallenge } from "../proofs.ts";

/** A challenge that a device signs once. */
export const challenge = implement(routes.wallet.challenge, async ({ tx, session }) => ({
  challenge: await giveChallenge(tx, session.uid),
}));
