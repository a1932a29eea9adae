import type { RouteImplementation } from "../../http/implement.ts";
import { list } from "./routes/list.ts";

/** The API's calls about earnings. */
export const earningsImplementations: RouteImplementation[] = [list];

export { tokensWithCreatorFees } from "./store/payouts.ts";
