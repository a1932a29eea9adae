import { closesTokenAccount, decodeTransaction, fromBase64 } from "@tribe/chain/transactions";
import type { OpenTransaction } from "../../../shared/transactions/open-transactions.ts";

/** Whether a trade closes the token account that it empties, whose deposit then is the wallet's again. */
export const closesAccount = ({ via }: Pick<OpenTransaction, "via">): boolean => {
  switch (via.kind) {
    case "ticket":
      return via.closesAccount ?? false;
    case "callback":
      return closesTokenAccount(fromBase64(via.message));
    case "direct":
      return closesTokenAccount(decodeTransaction(fromBase64(via.wire)).message);
    case "creation":
      return false;
  }
};
