// What a deletion leaves: docs/decisions/0058.
import type { Uid } from "@tribe/contract";
import type { Executor } from "../../db/client.ts";
import { writeEvent } from "../../engines/bus/outbox.ts";
import { forgottenPerson } from "./rules/forgotten-person.ts";
import { endSessions } from "./sessions.ts";
import { deleteSignIns, updatePerson } from "./store/accounts.ts";

/**
 * Deletes a person's account: all sessions, all ways to sign in, and everything that says who they were. The row stays as the
 * author of their messages, shown as a deleted account; the mail address and the social accounts can be used for a new one.
 */
export const forgetPerson = async (tx: Executor, uid: Uid): Promise<void> => {
  await endSessions(tx, uid);
  await deleteSignIns(tx, uid);
  await updatePerson(tx, uid, forgottenPerson(uid, new Date()));
  await writeEvent(tx, "user.faceChanged", { uid });
};
