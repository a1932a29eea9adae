import type { Mint } from "@tribe/contract";
import { useBalance, useTokenAccounts } from "../../queries/chain.ts";
import { useLocalUser } from "../../queries/local-user.ts";
import { useToken } from "../../queries/token.ts";
import { nothingHeld } from "../panel/trade-sides.ts";
import { useTradableTokens } from "../panel/use-tradable-tokens.ts";
import type { TradeFacts } from "./venue.ts";

/** What curve and pool read alike. @param traded the mint that is bought and sold; null until known */
export const useTradeFacts = (
  mint: Mint,
  traded: Mint | null,
): Omit<TradeFacts, "seatHolding" | "unitsPerSeatUnit"> => {
  const local = useLocalUser();
  const user = local ?? null;
  const address = user?.address ?? null;
  const { data: profile = null, isFetching: isProfileFetching } = useToken(mint);
  const { data: balance = null } = useBalance(address);
  const { isFetching: areAccountsFetching } = useTokenAccounts(address, traded);
  const known = useTradableTokens(address, traded);
  return {
    user,
    profile,
    balance,
    // A visitor holds nothing; the holding is unknown while the session is still loading.
    tradable: local === null ? nothingHeld : known,
    isFresh: !isProfileFetching && !areAccountsFetching,
  };
};
