import type { RouteImplementation } from "../../http/implement.ts";
import { prepare } from "./routes/prepare.ts";
import { tokens } from "./routes/tokens.ts";

/** What the claim module answers. */
export const claimImplementations: RouteImplementation[] = [tokens, prepare];
