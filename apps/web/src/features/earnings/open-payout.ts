import { preparePayout } from "@tribe/chain/messages";
import { rpcChainReader } from "@tribe/chain/swap";
import { toBase64 } from "@tribe/chain/transactions";
import type { Address, TokenId } from "@tribe/contract";
import { texts } from "@tribe/domain/words";
import { queryClient } from "../../shared/api/query-client.ts";
import { dialogs } from "../../shared/dialogs/dialogs.ts";
import { toast } from "../../shared/notices/toast.ts";
import type { Config } from "../../shared/queries/config.ts";
import { keys } from "../../shared/queries/keys.ts";
import { refreshAfter } from "../../shared/queries/stale.ts";

/** Pays out a Chief's accrued fees now, in the generic transaction dialog; from 0.01 SOL on that happens automatically. */
export const openPayout = (tokenId: TokenId, wallet: Address): void => {
  const config = queryClient().getQueryData<Config>(keys.config());
  if (!config) return;
  if (config.isSystemPaused) {
    toast.error(texts.systemPausedRefusal);
    return;
  }
  dialogs.open("genericTransaction", {
    title: "Pay out your fees",
    description: "Pay your token's fees into your wallet",
    lamportsRequired: null,
    prepareTransaction: async () => {
      const chain = rpcChainReader(config.rpcUrl);
      const payout = await preparePayout(chain, { program: config.programAddress, tokenId, wallet });
      if (!payout) return null;
      const { message, lastValidBlockHeight } = payout;
      return { message: toBase64(message), lastValidBlockHeight, callbackTicket: null };
    },
    onSuccess: () => void refreshAfter(queryClient(), { kind: "paidOut" }),
  });
};
