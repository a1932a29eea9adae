export * from "./links-in.ts";
