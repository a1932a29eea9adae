export type { Icon } from "./create-icon.ts";
export * from "./generated/index.ts";
