import { useQuery } from "@tanstack/react-query";
import { readCreationTerms } from "@tribe/chain/messages";
import { rpcChainReader } from "@tribe/chain/swap";
import { type Address, milliseconds } from "@tribe/contract";
import { useConfig } from "../../shared/queries/config.ts";

/** A creation's fees, coefficient and current priority price, read from the chain every 10 s. Null until loaded. */
export const useCreationTerms = (wallet: Address | null) => {
  const config = useConfig();
  return useQuery({
    queryKey: ["creation terms", wallet],
    queryFn: ({ signal }) =>
      config && wallet
        ? readCreationTerms(rpcChainReader(config.rpcUrl), { program: config.programAddress, wallet }, signal)
        : null,
    enabled: config !== null && wallet !== null,
    refetchInterval: milliseconds.supplyRefresh,
    staleTime: 1_000,
  });
};
