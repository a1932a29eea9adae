import type { Database } from "../../db/client.ts";
import type { RouteImplementation } from "../../http/implement.ts";
import { block } from "./routes/block.ts";
import { blocks } from "./routes/blocks.ts";
import { deleteAccount } from "./routes/delete-account.ts";
import { exportData } from "./routes/export-data.ts";
import { startDeletion } from "./routes/start-deletion.ts";
import { unblock } from "./routes/unblock.ts";
import "./events.ts";

/** The API's calls about the account as a whole: export, deletion, and blocked people. `sideDb` as in identity. */
export const accountImplementations = (sideDb: Database): readonly RouteImplementation[] => [
  exportData,
  startDeletion,
  deleteAccount(sideDb),
  blocks,
  block,
  unblock,
];
