export { Market } from "./Market.tsx";
export { AboutTribe } from "./parts.ts";
