import type { RouteImplementation } from "../../http/implement.ts";
import { earnings } from "./earnings.ts";

/** What the earnings module answers. */
export const earningsImplementations: RouteImplementation[] = [earnings];

export { tokensWithCreatorFees } from "./accrued-fees.ts";
