import { routes } from "@tribe/contract";
import { saga } from "../../../http/implement.ts";
import { issueChallenge } from "../store/challenges.ts";

/** A challenge that a device signs once. A saga, because nothing is written before it is used up. */
export const challenge = saga(routes.wallet.challenge, async ({ ctx, session }) => ({
  challenge: issueChallenge(ctx, session.uid),
}));
