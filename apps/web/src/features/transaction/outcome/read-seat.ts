import { type Address, type TokenProfile, tokenUnits } from "@tribe/contract";
import { formatAmount, formatNewTokens, neededFormat } from "@tribe/domain/money";
import { queryClient } from "../../../shared/api/query-client.ts";
import type { DialogToken, TradeDirection } from "../../../shared/dialogs/names.ts";
import { readHolding } from "../../../shared/queries/chain.ts";
import { tokenQuery } from "../../../shared/queries/token.ts";
import { ownSeatOf, type SeatNow, seatNow } from "../../../shared/trading/seat/seat-now.ts";
import type { TradeFacts } from "../../../shared/transactions/open-transactions.ts";
import { type SeatAfterBuy, seatAfterBuy } from "./seat-after-buy.ts";

/** The facts of a trade that begins now. An unknown seat counts as an existing one, so that it is not announced as new. */
export const newTradeFacts = (token: DialogToken, direction: TradeDirection): TradeFacts => {
  const profile = queryClient().getQueryData(tokenQuery(token.mint).queryKey);
  return {
    token,
    direction,
    hadSeat: profile === undefined || profile.subscribeState === "active",
    seatBefore: profile ? ownSeatOf(profile) : null,
  };
};

interface ReadSeat {
  /** What a buy has done to it. */
  readonly seat: SeatAfterBuy;
  readonly now: SeatNow;
  readonly profile: TokenProfile;
}

/** Loads the token's profile and the holding on chain, and determines the trader's seat. @throws ApiError */
export const readSeatAfterTrade = async (
  { token: { mint }, hadSeat }: TradeFacts,
  { rpcUrl, wallet }: { readonly rpcUrl: string; readonly wallet: Address },
): Promise<ReadSeat> => {
  const profile = await queryClient().fetchQuery({ ...tokenQuery(mint), staleTime: 0 });
  const { newMint, conversionRate: rate } = profile;
  const [old, converted] = await Promise.all([
    readHolding(rpcUrl, wallet, mint),
    newMint && rate ? readHolding(rpcUrl, wallet, newMint).then((units) => units / rate) : 0n,
  ]);
  // After the migration old and new tokens count, the new ones at the conversion rate.
  const held = tokenUnits(old + converted);
  return { seat: seatAfterBuy(profile, held, hadSeat), now: seatNow(profile, held, hadSeat), profile };
};

/** What is missing for a seat, with its symbol, in the tokens that are traded now; null if nothing is. */
export const missingWords = ({ seat, profile }: ReadSeat): string | null => {
  if (seat.kind !== "short") return null;
  const { newMint, conversionRate: rate, symbol } = profile;
  const missing =
    newMint && rate ? formatNewTokens(seat.missing * rate, neededFormat) : formatAmount(seat.missing, neededFormat);
  return `${missing} ${symbol}`;
};
