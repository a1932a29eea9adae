import { ApiError, routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { presentLocalUser } from "../local-user.ts";
import { storeFirstSignIn } from "../store/accounts.ts";
import { nameInviter } from "../store/inviter.ts";

/** Returns who has signed in; the first time the call may name who invited them. */
export const signIn = command(routes.identity.signIn, async ({ ctx, tx, session, body }) => {
  if (!ctx.config.signInMethods.includes(body.loginMethod))
    throw new ApiError("invalid_field", {
      field: "body.loginMethod",
      message: `must be one of ${ctx.config.signInMethods.join(", ")}`,
    });
  const isFirst = await storeFirstSignIn(tx, session.uid, new Date(ctx.now()));
  if (isFirst && body.inviterAddress) await nameInviter(tx, session.uid, body.inviterAddress);
  return { localUser: await presentLocalUser(ctx, tx, session.uid) };
});
