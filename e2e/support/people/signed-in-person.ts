import type { Credentials } from "@tribe/contract";
import { createPerson, memoryStore, type Person } from "@tribe/devkit";
import type { Browser } from "playwright-core";
import { type Looks, newVisitor, type Visitor } from "../page/browser.ts";
import type { Tribe } from "../product/tribe.ts";
import { sol } from "./people.ts";

/** Somebody who acts from Node, and sits at a page as well. */
export interface SignedInPerson {
  readonly person: Person;
  /** What signs their calls. */
  readonly credentials: Credentials;
}

/** Signs somebody up, who has a wallet then, and nothing else. */
export const signUp = async (tribe: Tribe): Promise<SignedInPerson> => {
  const store = memoryStore();
  const person = await createPerson({ appUrl: tribe.appUrl, store });
  const credentials = (await store.load())?.credentials;
  if (!credentials) throw new Error("nobody is signed in");
  return { person, credentials };
};

/** Somebody with a wallet, an X account of that handle, and 20 SOL. */
export const signUpWithX = async (tribe: Tribe, username: string, name = username): Promise<SignedInPerson> => {
  const somebody = await signUp(tribe);
  await somebody.person.connectX({ name, username });
  await somebody.person.fundByAirdrop(sol(20));
  return somebody;
};

/** What a browser keeps of somebody who has just signed in, as `tribe:v1:access` (`apps/web/src/shared/storage/keys.ts`). */
export const storedAccess = ({ deviceId, deviceSecret, session }: Credentials): string => {
  const now = Date.now();
  return JSON.stringify({
    device: { deviceId, deviceSecret },
    session: { ...session, expiresAt: now + 3_600_000, since: now },
  });
};

/** Opens a browser profile in which they are signed in from its first page on, without a code by mail. */
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
