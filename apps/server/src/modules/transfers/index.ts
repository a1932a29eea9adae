import type { RouteImplementation } from "../../http/implement.ts";
import { closeAccounts } from "./routes/close-accounts.ts";
import { emptyAccounts } from "./routes/empty-accounts.ts";
import { list } from "./routes/list.ts";
import { prepare } from "./routes/prepare.ts";

/** The API's calls about transfers. */
export const transfersImplementations: RouteImplementation[] = [closeAccounts, emptyAccounts, list, prepare];
