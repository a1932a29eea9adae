export type { Devkit, DevkitOptions } from "./options.ts";
export { startDevkit } from "./start.ts";
