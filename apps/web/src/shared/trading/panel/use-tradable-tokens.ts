import { useQuery } from "@tanstack/react-query";
import { associatedTokenAddress } from "@tribe/chain/accounts";
import type { Address, Mint } from "@tribe/contract";
import { useTokenAccounts } from "../../queries/chain.ts";
import { keys } from "../../queries/keys.ts";
import { splitAccounts, type TradableTokens } from "./tradable-tokens.ts";

/** The address's tradable tokens, kept current by realtime hints. Null until known. */
export const useTradableTokens = (address: Address | null, mint: Mint | null): TradableTokens | null => {
  const { data: accounts } = useTokenAccounts(address, mint);
  const { data: associated } = useQuery({
    queryKey: address && mint ? keys.associatedAccount(address, mint) : ["associatedAccount"],
    queryFn: () => (address && mint ? associatedTokenAddress(address, mint) : null),
    enabled: address !== null && mint !== null,
    staleTime: Number.POSITIVE_INFINITY,
    // Computed here without a network.
    networkMode: "always",
  });
  return accounts && associated ? splitAccounts(accounts, associated) : null;
};
