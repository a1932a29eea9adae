import { routes } from "@tribe/contract";
import { saga } from "../../../http/implement.ts";
import { giveChallengeAtOnce } from "../proofs.ts";

/** A challenge that a device signs once. A saga: it is asked for before each proof, and one statement makes it. */
export const challenge = saga(routes.wallet.challenge, async ({ commit, session }) => ({
  challenge: await giveChallengeAtOnce(commit, session.uid),
}));
