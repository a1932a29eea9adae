export * from "./isolated.ts";
export * from "./memo.ts";
export * from "./people.ts";
export * from "./safety-ask.ts";
export * from "./token-name.ts";
export * from "./token-texts.ts";
export * from "./validation.ts";
