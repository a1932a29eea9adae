export * from "./format.ts";
export * from "./in-texts.ts";
export * from "./pieces.ts";
