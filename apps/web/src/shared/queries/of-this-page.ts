import { isEarlier } from "./is-awaited.ts";

/**
 * For a `staleTime`, where something is opened by an answer: one that this page was given, or that came with it, is enough. What the
 * browser has kept from before may be true no more, and is asked for anew.
 */
export const ofThisPage = ({ state: { dataUpdatedAt } }: { readonly state: { readonly dataUpdatedAt: number } }) =>
  dataUpdatedAt > 0 && isEarlier({ dataUpdatedAt }) ? 0 : "static";
