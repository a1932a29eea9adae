/** In two parts, so that a page's first load has only the sentences that it may need at once. */

export * from "./on-demand.ts";
export * from "./on-every-page.ts";
