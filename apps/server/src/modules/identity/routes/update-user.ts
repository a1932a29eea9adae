import { ApiError, routes } from "@tribe/contract";
import { requireGates } from "../../../context/gates.ts";
import { command } from "../../../http/implement.ts";
import { presentLocalUser } from "../local-user.ts";
import { updatePerson } from "../store/accounts.ts";
import { personByUid } from "../store/people.ts";

/** Edits the caller's own profile. */
export const updateUser = command(routes.identity.updateUser, async ({ ctx, tx, session, body }) => {
  const person = await personByUid(tx, session.uid);
  if (!person) throw new ApiError("unauthorized");
  requireGates("edit", person);
  // A field that the call accepts and nothing stores does not compile.
  const changed = { bio: body.bio } satisfies Record<keyof typeof body, unknown>;
  await updatePerson(tx, session.uid, changed);
  return { localUser: await presentLocalUser(ctx, tx, session.uid) };
});
