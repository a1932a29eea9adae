import { routes } from "@tribe/contract";
import { saga } from "../../../http/implement.ts";
import { giveChallenge } from "../challenges.ts";

/** A challenge that a device signs once. A saga: nothing is written before it is taken. */
export const challenge = saga(routes.wallet.challenge, async ({ ctx, session }) => ({
  challenge: giveChallenge(ctx, session.uid),
}));
