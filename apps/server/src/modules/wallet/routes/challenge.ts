import { routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { giveChallenge } from "../proofs.ts";

/** A challenge that a device signs once. */
export const challenge = command(routes.wallet.challenge, async ({ tx, session }) => ({
  challenge: await giveChallenge(tx, session.uid),
}));
