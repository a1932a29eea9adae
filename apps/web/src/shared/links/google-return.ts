import { googleReturnPath } from "@tribe/contract";
import { createStore } from "../state/store.ts";
import { takeSocialReturn } from "./social-return.ts";

/** What Google sent the browser back with; without a code the person declined. */
export interface GoogleReturn {
  readonly state: string;
  readonly code?: string;
  readonly iss?: string;
}

/** A sign-in that came back from Google and is not finished; in memory alone, as its code works once. */
export const googleReturn = createStore<GoogleReturn | null>(null);

/** What a URL says that Google sent the browser to; null when it is none of those. */
export const readGoogleReturn = (href: string): GoogleReturn | null => {
  const { pathname, searchParams } = new URL(href);
  const state = searchParams.get("state");
  if (pathname !== googleReturnPath || !state) return null;
  const code = searchParams.get("code");
  const iss = searchParams.get("iss");
  return { state, ...(code ? { code } : {}), ...(iss ? { iss } : {}) };
};

/**
 * Takes the code out of the address before anything else sees it, and goes back to where the person left. Called once,
 * before the router reads the address.
 */
export const catchGoogleReturn = (): void => {
  if (location.pathname !== googleReturnPath) return;
  googleReturn.set(readGoogleReturn(location.href));
  history.replaceState(null, "", takeSocialReturn() ?? "/");
};
