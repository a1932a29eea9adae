import type { Credentials } from "@tribe/contract";
import { createPerson, memoryStore, type Person } from "@tribe/devkit";
import type { Browser } from "playwright-core";
import { type Looks, newVisitor, type Visitor } from "../page/browser.ts";
import type { Tribe } from "../product/tribe.ts";
import { sol } from "./people.ts";

/** A person who acts from Node, and in a browser as well. */
export interface SignedInPerson {
  readonly person: Person;
  /** The credentials that sign their calls. */
  readonly credentials: Credentials;
}

/** Signs up a person with a wallet, and nothing else. */
export const signUp = async (tribe: Tribe): Promise<SignedInPerson> => {
  const store = memoryStore();
  const person = await createPerson({ appUrl: tribe.appUrl, store });
  const credentials = (await store.load())?.credentials;
  if (!credentials) throw new Error("nobody is signed in");
  return { person, credentials };
};

/** A person with a wallet, an X account of that handle, and 20 SOL. */
export const signUpWithX = async (tribe: Tribe, username: string, name = username): Promise<SignedInPerson> => {
  const somebody = await signUp(tribe);
  await somebody.person.connectX({ name, username });
  await somebody.person.fundByAirdrop(sol(20));
  return somebody;
};

/** The stored access of a person who has just signed in, as in `tribe:v1:access` (`apps/web/src/shared/storage/keys.ts`). */
export const storedAccess = ({ deviceId, deviceSecret, session }: Credentials): string => {
  const now = Date.now();
  return JSON.stringify({
    device: { deviceId, deviceSecret },
    session: { ...session, expiresAt: now + 3_600_000, since: now },
  });
};

/** Opens a browser profile in which they are signed in from the first page on, without a mailed code. */
export const newVisitorAs = async (
  browser: Browser,
  looks: Looks,
  { credentials }: SignedInPerson,
  habits?: Parameters<typeof newVisitor>[2],
): Promise<Visitor> => {
  const visitor = await newVisitor(browser, looks, habits);
  await visitor.page.addInitScript((text) => localStorage.setItem("tribe:v1:access", text), storedAccess(credentials));
  return visitor;
};
