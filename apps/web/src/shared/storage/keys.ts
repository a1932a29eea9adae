import { localCacheKeys } from "@tribe/contract";
import { type browserStorage, lasting, passing } from "./browser-storage.ts";

/** A value that the page stores, or (`prefix`) a family of them, one per Tribe or the like. */
export interface StorageKey {
  readonly name: string;
  readonly area: ReturnType<typeof browserStorage>;
  /** Whether it belongs to the signed-in person, and is deleted with their session. Other values stay on the device. */
  readonly isPersonal: boolean;
}

/** Many values with a common prefix. */
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
 * Everything that the page keeps in the browser's storage. A changed format gets a new version in its name, so that values of an
 * older page are ignored.
 */
export const storageKeys = {
  /** The device and its session. */
  access: key("access", lasting),
  theme: key("theme", lasting),
  currency: key("currency", lasting),
  slippage: key("slippage", lasting),
  chart: key("chart", lasting),
  /** About this device and its connection, not the person. */
  liveSoundOnly: key("live-sound-only", lasting),
  voiceSpeed: key("voice-speed", lasting),
  tradeUnit: key("trade-unit", lasting),
  inviter: key("inviter", lasting),
  /** Signed transactions whose result is not known yet: about money, so they are kept until it is. Each names its person. */
  transactions: family("transaction", lasting),
  /** The person's progress through the gates: it survives the sign-in, which is one of them. */
  flow: key("flow", passing),
  users: { name: localCacheKeys.users, area: lasting, isPersonal: true },
  tokens: { name: localCacheKeys.tokens, area: lasting, isPersonal: true },
  folded: family("folded", lasting, true),
  drafts: family("draft", passing, true),
  recentEmoji: key("recent-emoji", lasting, true),
  /** The addresses of unfinished uploads, so that a reload loses none. */
  uploads: family("upload", lasting, true),
  bio: key("bio", passing, true),
  /** The session and push subscription that the server was told of: pushes are on in this browser. */
  push: key("push", lasting, true),
  /** The person declined pushes here, and is not asked again. */
  pushHidden: key("push-hidden", lasting, true),
  cardOrder: key("card", passing, true),
  /** The address that a code was sent to: kept until the sign-in is finished. */
  signIn: key("sign-in", passing),
  /** Where the person was when they left for X or Google. */
  socialReturn: key("social-return", passing),
  setupHidden: key("setup-hidden", passing, true),
  /** What was opened from a search, the newest first. */
  recentHits: key("recent-hits", lasting, true),
  homeNotices: key("home-notices", lasting, true),
  /** When the person last put off making their wallet safer. */
  safetyAskedAt: key("safety-asked", lasting, true),
} as const satisfies Record<string, StorageKey | StorageKeys>;

/** One value of a family. */
export const keyIn = ({ prefix, ...rest }: StorageKeys, name: string): StorageKey => ({ ...rest, name: prefix + name });

/** Deletes a person's values, so that the next one on this device does not find them. */
export const clearPersonal = (): void => {
  for (const { area, isPersonal, ...rest } of Object.values<StorageKey | StorageKeys>(storageKeys)) {
    if (!isPersonal) continue;
    const names = "prefix" in rest ? area.keys(rest.prefix) : [rest.name];
    for (const name of names) area.write(name, null);
  }
};
