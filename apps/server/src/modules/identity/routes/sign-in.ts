import { ApiError, routes } from "@tribe/contract";
import { and, eq, isNull } from "drizzle-orm";
import { command } from "../../../http/implement.ts";
import { nameInviter } from "../inviter.ts";
import { presentLocalUser } from "../local-user.ts";
import { people } from "../schema.ts";

/** Returns who has signed in; the first time the call may name who invited them. */
export const signIn = command(routes.identity.signIn, async ({ ctx, tx, session, body }) => {
  if (!ctx.config.signInMethods.includes(body.loginMethod))
    throw new ApiError("invalid_field", {
      field: "body.loginMethod",
      message: `must be one of ${ctx.config.signInMethods.join(", ")}`,
    });
  const [firstTime] = await tx
    .update(people)
    .set({ signedInAt: new Date(ctx.now()) })
    .where(and(eq(people.uid, session.uid), isNull(people.signedInAt)))
    .returning({ uid: people.uid });
  if (firstTime && body.inviterAddress) await nameInviter(tx, session.uid, body.inviterAddress);
  return { localUser: await presentLocalUser(ctx, tx, session.uid) };
});
