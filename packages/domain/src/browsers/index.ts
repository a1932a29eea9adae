export { neededParts } from "./floor.ts";
