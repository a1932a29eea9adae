export * from "./failures/index.ts";
export * from "./texts.ts";
