import type { RouteImplementation } from "../../http/implement.ts";
import { list } from "./routes/list.ts";
import { prepare } from "./routes/prepare.ts";

/** What the transfers module answers. */
export const transfersImplementations: RouteImplementation[] = [list, prepare];
