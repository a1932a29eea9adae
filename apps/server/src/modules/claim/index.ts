import type { RouteImplementation } from "../../http/implement.ts";
import { prepare } from "./routes/prepare.ts";
import { tokens } from "./routes/tokens.ts";

/** The API's calls about claims. */
export const claimImplementations: RouteImplementation[] = [tokens, prepare];
