import { googleReturnPath } from "@tribe/contract";
import { createStore } from "../state/store.ts";
import { takeSocialReturn } from "./social-return.ts";

/** The parameters with which Google sent the browser back; without a code the person declined. */
export interface GoogleReturn {
  readonly state: string;
  readonly code?: string;
  readonly iss?: string;
}

/** A sign-in that returned from Google and is not finished; kept only in memory, as its code works once. */
export const googleReturn = createStore<GoogleReturn | null>(null);

/** Reads the URL to which Google sent the browser back; null for other URLs. */
export const readGoogleReturn = (href: string): GoogleReturn | null => {
  const { pathname, searchParams } = new URL(href);
  const state = searchParams.get("state");
  if (pathname !== googleReturnPath || !state) return null;
  const code = searchParams.get("code");
  const iss = searchParams.get("iss");
  return { state, ...(code ? { code } : {}), ...(iss ? { iss } : {}) };
};

/**
 * Removes the code from the address before anything else reads it, and restores the page from which the person left. Called once,
 * before the router reads the address.
 */
export const catchGoogleReturn = (): void => {
  if (location.pathname !== googleReturnPath) return;
  googleReturn.set(readGoogleReturn(location.href));
  history.replaceState(null, "", takeSocialReturn() ?? "/");
};
