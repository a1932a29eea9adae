export { landscapeOf, portraitOf } from "./portraits.ts";
export { toSvg } from "./to-svg.ts";
