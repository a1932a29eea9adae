import { localCacheKeys } from "@tribe/contract";
import { type browserStorage, lasting, passing } from "./browser-storage.ts";

/** A value that the page keeps, or (`prefix`) a family of them, one for each Tribe or the like. */
export interface StorageKey {
  readonly name: string;
  readonly area: ReturnType<typeof browserStorage>;
  /** Of the person who is signed in: it goes with their session. What is not stays on the device. */
  readonly isPersonal: boolean;
}

/** Many values whose names begin alike. */
export interface StorageKeys extends Omit<StorageKey, "name"> {
  readonly prefix: string;
}

const key = (name: string, area: StorageKey["area"], isPersonal = false): StorageKey => ({
  name: `tribe:v1:${name}`,
  area,
  isPersonal,
});
const family = (name: string, area: StorageKey["area"], isPersonal = false): StorageKeys => ({
  prefix: `tribe:v1:${name}:`,
  area,
  isPersonal,
});

/**
 * All that the page keeps in the browser's storage. A format that is changed gets a new version in its name: what an older
 * page has kept then counts as nothing.
 */
export const storageKeys = {
  /** The device and its session. */
  access: key("access", lasting),
  theme: key("theme", lasting),
  slippage: key("slippage", lasting),
  chart: key("chart", lasting),
  /** Of this device and its line, not of the person. */
  liveSoundOnly: key("live-sound-only", lasting),
  tradeUnit: key("trade-unit", lasting),
  inviter: key("inviter", lasting),
  /** What signed transactions wait for: about money, so that it stays until its end is seen. Each names its person. */
  transactions: family("transaction", lasting),
  /** Of pages before `transactions` had creations, too: still read, never written. */
  creation: key("creation", lasting),
  /** What leads a person through the gates: it outlives the sign-in that is one of them. */
  flow: key("flow", passing),
  users: { name: localCacheKeys.users, area: lasting, isPersonal: true },
  tokens: { name: localCacheKeys.tokens, area: lasting, isPersonal: true },
  folded: family("folded", lasting, true),
  drafts: family("draft", passing, true),
  /** Where begun uploads are, so that a reload loses none. */
  uploads: family("upload", lasting, true),
  bio: key("bio", passing, true),
  /** The session and push subscription that the server was told of: pushes are on in this browser. */
  push: key("push", lasting, true),
  /** They want no pushes here, and are not asked again. */
  pushHidden: key("push-hidden", lasting, true),
  cardOrder: key("card", passing, true),
  /** The address that a code was sent to: kept until the person is in. */
  signIn: key("sign-in", passing),
  /** Where the person was when they left for X or Google. */
  socialReturn: key("social-return", passing),
  setupHidden: key("setup-hidden", passing, true),
  homeNotices: key("home-notices", lasting, true),
  /** When the person last put off making their wallet safer. */
  safetyAskedAt: key("safety-asked", lasting, true),
} as const satisfies Record<string, StorageKey | StorageKeys>;

/** One of a family. */
export const keyIn = ({ prefix, ...rest }: StorageKeys, name: string): StorageKey => ({ ...rest, name: prefix + name });

/** Deletes what belongs to a person: the next one on this device must not find it. */
export const clearPersonal = (): void => {
  for (const { area, isPersonal, ...rest } of Object.values<StorageKey | StorageKeys>(storageKeys)) {
    if (!isPersonal) continue;
    const names = "prefix" in rest ? area.keys(rest.prefix) : [rest.name];
    for (const name of names) area.write(name, null);
  }
};
