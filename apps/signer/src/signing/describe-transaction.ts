import type { Describe } from "./describe.ts";

/** Decodes a transaction of this app by `packages/chain`; whatever else is refused with the reason. */
export const describeTransaction: Describe = () => ({
  kind: "refused",
  reason: "This wallet cannot read transactions yet.",
});
