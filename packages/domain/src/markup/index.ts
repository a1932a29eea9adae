export * from "./format.ts";
export * from "./in-texts.ts";
