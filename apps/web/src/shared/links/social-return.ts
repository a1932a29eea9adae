import { passing } from "../storage/browser-storage.ts";

const storageKey = "tribe:v1:social-return";

/** Where the person was when they left for X: a refusal that X cannot match to its start comes back to the front page. */
export const rememberSocialReturn = (path: string): void => passing.write(storageKey, path);

/** The path kept by {@link rememberSocialReturn}, once; null when there is none of ours. */
export const takeSocialReturn = (): string | null => {
  const kept = passing.read(storageKey);
  passing.write(storageKey, null);
  return typeof kept === "string" && /^\/(?![/\\])/.test(kept) ? kept : null;
};
