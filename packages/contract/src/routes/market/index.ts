/** What anybody may know of Tribes' tokens, and what a person has of them and did with them, in parts, so that a page takes only those that it calls. */

export * from "./activity.ts";
export * from "./listing.ts";
export * from "./portfolio.ts";
export { snapshot, snapshotFile } from "./snapshot.ts";
export * from "./token.ts";
