import type { RouteImplementation } from "../../http/implement.ts";
import { prepare } from "./routes/prepare.ts";

/** What the transfers module answers. */
export const transfersImplementations: RouteImplementation[] = [prepare];
