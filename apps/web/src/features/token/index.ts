export { AboutTribe } from "./AboutTribe.tsx";
export { Market } from "./Market.tsx";
