import type { Uid } from "@tribe/contract";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { devices, identities, people } from "../schema.ts";

/** A person's row. */
export type PersonRow = typeof people.$inferSelect;

/** Creates an account for an address. @returns whether it had none */
export const insertPerson = async (tx: Executor, uid: Uid, email: string): Promise<boolean> => {
  const { rows } = await tx.execute(
    sql`insert into ${people} (uid, email) values (${uid}, ${email}) on conflict do nothing returning uid`,
  );
  return rows.length > 0;
};

/** Whose address this is; null for nobody's. */
export const uidOfEmail = async (tx: Executor, email: string): Promise<Uid | null> => {
  const [found] = await tx.select({ uid: people.uid }).from(people).where(eq(people.email, email));
  return found?.uid ?? null;
};

/** A person's row; null when there is none. */
export const findPersonRow = async (db: Executor, uid: Uid): Promise<PersonRow | null> => {
  const [row] = await db.select().from(people).where(eq(people.uid, uid));
  return row ?? null;
};

/** The address of a person who has signed in before; null for a new one. */
export const emailOfKnown = async (db: Executor, uid: Uid): Promise<string | null> => {
  const [person] = await db
    .select({ email: people.email, signedInAt: people.signedInAt })
    .from(people)
    .where(eq(people.uid, uid));
  return person?.signedInAt ? person.email : null;
};

/** Stores a person's first sign-in. @returns whether it is the first */
export const storeFirstSignIn = async (tx: Executor, uid: Uid, now: Date): Promise<boolean> => {
  const stored = await tx
    .update(people)
    .set({ signedInAt: now })
    .where(and(eq(people.uid, uid), isNull(people.signedInAt)))
    .returning({ uid: people.uid });
  return stored.length > 0;
};

/** Deletes a person's ways to sign in but for the mail address, and that they signed in on devices. */
export const deleteSignIns = async (tx: Executor, uid: Uid): Promise<void> => {
  await tx.delete(identities).where(eq(identities.uid, uid));
  await tx.update(devices).set({ signedInUid: null }).where(eq(devices.signedInUid, uid));
};

/** Changes what is stored about a person. */
export const updatePerson = async (tx: Executor, uid: Uid, values: Partial<PersonRow>): Promise<void> => {
  await tx.update(people).set(values).where(eq(people.uid, uid));
};
