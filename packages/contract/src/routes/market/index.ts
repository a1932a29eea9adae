/**
 * Public data about Tribes' tokens, and a person's holdings and trades, split so that a page loads only the parts that it
 * calls.
 */

export * from "./activity.ts";
export * from "./costs.ts";
export * from "./listing.ts";
export * from "./portfolio.ts";
export { snapshot, snapshotFile } from "./snapshot.ts";
export * from "./token.ts";
