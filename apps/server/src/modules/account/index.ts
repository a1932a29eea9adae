import type { Database } from "../../db/client.ts";
import type { RouteImplementation } from "../../http/implement.ts";
import { block } from "./routes/block.ts";
import { blocks } from "./routes/blocks.ts";
import { deleteAccount } from "./routes/delete-account.ts";
import { exportData } from "./routes/export-data.ts";
import { startDeletion } from "./routes/start-deletion.ts";
import { unblock } from "./routes/unblock.ts";
import "./events.ts";

/** The account as a whole: its data, its end, and whom it has blocked. `sideDb` as for identity. */
export const accountImplementations = (sideDb: Database): readonly RouteImplementation[] => [
  exportData,
  startDeletion,
  deleteAccount(sideDb),
  blocks,
  block,
  unblock,
];
