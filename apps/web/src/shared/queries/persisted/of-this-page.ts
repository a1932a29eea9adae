import { isEarlier } from "../is-awaited.ts";

/**
 * A `staleTime` for answers that open something: one that this page loaded, or that was delivered with it, stays fresh. One from
 * the browser's storage may be outdated, and is refetched.
 */
export const ofThisPage = ({ state: { dataUpdatedAt } }: { readonly state: { readonly dataUpdatedAt: number } }) =>
  dataUpdatedAt > 0 && isEarlier({ dataUpdatedAt }) ? 0 : "static";
