import { routes } from "@tribe/contract";
import { api } from "../api/api.ts";
import type { SignedForCallback } from "../dialogs/names.ts";

/** The server's confirm callback: hand it to a dialog as `onConfirm` where `prepareTransaction` gives callback tickets. */
export const confirmByServer = (body: SignedForCallback): Promise<unknown> =>
  api(routes.transactions.confirm, { body });
