import type { Mint } from "@tribe/contract";
import { apiFailure } from "@tribe/domain/words";
import { queryClient } from "../api/query-client.ts";
import { dialogs } from "../dialogs/dialogs.ts";
import { toast } from "../notices/toast.ts";
import { localUserQuery } from "../queries/local-user.ts";
import { openTradeOf } from "./open-transactions.ts";

/**
 * Shows the signed-in person's own trade of a token whose result is not known yet: it may still land, and a second one would pay
 * twice. On the curve the server refuses a second one in the same words.
 * @returns whether there is one
 */
export const showOpenTrade = (mint: Mint): boolean => {
  const user = queryClient().getQueryData(localUserQuery.queryKey);
  const open = user ? openTradeOf(user.uid, mint) : null;
  if (!open) return false;
  const { title, description, dialog } = open;
  dialogs.open(dialog, { title, description, resumed: open }, { replace: true });
  const words = apiFailure("ticket_open");
  toast.error(words.title, { description: words.cause });
  return true;
};
