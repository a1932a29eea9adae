import { type AnswerOf, ApiError, routes } from "@tribe/contract";
import { saga } from "../../../http/implement.ts";
import { findOrCreateAccount } from "../accounts.ts";
import { type GoogleClient, requireGoogle } from "../google-client.ts";
import { consumeSignIn, linkIdentity, storePendingLink } from "../google-sign-ins.ts";
import { signInOnDevice } from "../sign-in-on-device.ts";
import { personOfIdentity } from "../store/google-sign-ins.ts";

type Answer = AnswerOf<typeof routes.identity.finishGoogle>;

/**
 * Completes a sign-in with what the browser brought back. A linked Google account signs its person in; an unlinked one creates a
 * new person. It never joins an existing one: if the address has an account already, the mailbox must be proven first
 * (docs/decisions/0046).
 */
export const finishGoogle = (client: GoogleClient) =>
  saga(routes.identity.finishGoogle, async ({ ctx, body, deviceId, commit, request, reply }): Promise<Answer> => {
    if (!deviceId) throw new ApiError("unauthorized");
    const { google, redirectUri } = requireGoogle(ctx.config);
    const { state, code, iss } = body;
    const secrets = await commit((tx) => consumeSignIn(tx, ctx.keys, deviceId, state));
    if (!secrets || code === undefined) throw new ApiError("google_denied");
    const account = await client.readAccount(google, redirectUri, secrets, { code, iss }).catch((err: unknown) => {
      ctx.log.warn({ err }, "a sign-in with Google was refused");
      throw err;
    });
    return commit(async (tx): Promise<Answer> => {
      const known = await personOfIdentity(tx, account);
      const made = !known && account.isMailbox ? await findOrCreateAccount(tx, account.email) : null;
      if (made?.isNew) await linkIdentity(tx, account, made.uid);
      const uid = known ?? (made?.isNew ? made.uid : null);
      if (uid) {
        const session = await signInOnDevice(ctx, tx, { uid, deviceId }, { request, reply });
        return { outcome: "signedIn", session };
      }
      await storePendingLink(tx, ctx.keys, deviceId, account);
      return { outcome: "codeNeeded", email: account.email };
    });
  });
