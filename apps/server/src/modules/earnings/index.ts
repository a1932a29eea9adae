import type { RouteImplementation } from "../../http/implement.ts";
import { list } from "./routes/list.ts";

/** What the earnings module answers. */
export const earningsImplementations: RouteImplementation[] = [list];

export { tokensWithCreatorFees } from "./accrued-fees.ts";
