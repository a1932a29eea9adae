import type { RouteImplementation } from "../../http/implement.ts";
import { list } from "./routes/list.ts";
import { prepare } from "./routes/prepare.ts";

/** The API's calls about transfers. */
export const transfersImplementations: RouteImplementation[] = [list, prepare];
