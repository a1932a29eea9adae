export * from "./apply-change.ts";
export * from "./message-text.ts";
export * from "./reactions.ts";
