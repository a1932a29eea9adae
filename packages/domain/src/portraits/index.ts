export { type Ellipse, landscapeOf, portraitOf } from "./portraits.ts";
export { toSvg } from "./to-svg.ts";
