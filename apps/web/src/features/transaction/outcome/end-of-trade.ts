// Why the seat is taken: docs/decisions/0234.
import type { Address, Mint, TransactionSignature } from "@tribe/contract";
import { formatAmount } from "@tribe/domain/money";
import { momentTexts } from "@tribe/domain/words";
import { queryClient } from "../../../shared/api/query-client.ts";
import { openJoin } from "../../../shared/flow/openers.ts";
import { wantedComposer } from "../../../shared/hand/wanted-composer.ts";
import { navigation } from "../../../shared/navigation/navigation.ts";
import { toast } from "../../../shared/notices/toast.ts";
import { localUserQuery } from "../../../shared/queries/local-user.ts";
import { refreshTakenSeat, subscribersQuery } from "../../../shared/queries/token.ts";
import { seatPlace } from "../../../shared/tokens/seat-place.ts";
import type { TradeFacts } from "../../../shared/transactions/open-transactions.ts";
import { readReceipt, tradedAmount } from "../../moments/index.ts";
import { joinWhenIndexed } from "./join-when-indexed.ts";
import { missingWords, readSeatAfterTrade } from "./read-seat.ts";

/** What came of a trade whose dialog is closed, in words, and where it leads. */
interface TradeEnd {
  readonly title: string;
  readonly details: string | null;
  readonly action: { readonly label: string; readonly onClick: () => void } | null;
}

const chatOf = (mint: Mint) => ({
  label: "Open chat",
  onClick: () => {
    wantedComposer.set(mint);
    navigation().openChat(mint);
  },
});

/** A seat that was taken, or is theirs again, with its number where that is known. */
const seatEnd = async (mint: Mint, groupSize: number, isBack: boolean): Promise<TradeEnd> => {
  const cache = queryClient();
  await refreshTakenSeat(cache, mint);
  const { uid } = await cache.ensureQueryData(localUserQuery);
  const members = cache.getQueryData(subscribersQuery(mint).queryKey) ?? [];
  const place = seatPlace(members, uid, groupSize);
  const title =
    place === null
      ? isBack
        ? momentTexts.back
        : momentTexts.inside
      : (isBack ? momentTexts.seatBack : momentTexts.seatTaken)(place.number, groupSize);
  return { title, details: null, action: chatOf(mint) };
};

/** Says it to somebody who has closed the dialog meanwhile. */
export const announceSeat = async (mint: Mint, groupSize: number, isBack: boolean): Promise<void> => {
  const { title, action } = await seatEnd(mint, groupSize, isBack);
  toast.success(title, { duration: Number.POSITIVE_INFINITY, closeButton: true, ...(action && { action }) });
};

/**
 * What came of a confirmed trade, as the dialog would have said it. A seat that it has brought is taken.
 * @throws ApiError while that is unknown
 */
export const endOfTrade = async (
  trade: TradeFacts,
  signature: TransactionSignature,
  { rpcUrl, wallet }: { readonly rpcUrl: string; readonly wallet: Address },
): Promise<TradeEnd> => {
  const { token, direction } = trade;
  const { mint } = token;
  const [receipt, found] = await Promise.all([
    readReceipt(queryClient(), { rpcUrl, wallet, signature }).catch(() => null),
    readSeatAfterTrade(trade, { rpcUrl, wallet }),
  ]);
  const { profile, seat } = found;
  const isInside = profile.subscribeState === "active" || profile.subscribeState === "chief";
  const action = isInside ? chatOf(mint) : null;
  if (direction === "sell")
    return {
      title:
        receipt === null ? momentTexts.soldUnread : momentTexts.cameIn(formatAmount(receipt.sol, { significant: 4 })),
      details: null,
      action,
    };
  const amount = receipt && tradedAmount(receipt, profile);
  const title = amount === null ? momentTexts.boughtUnread : momentTexts.bought(amount);
  switch (seat.kind) {
    case "none":
      return { title, details: null, action };
    case "short": {
      const missing = missingWords(found);
      return { title, details: missing === null ? null : momentTexts.short(missing), action: null };
    }
    case "restored":
      return seatEnd(mint, profile.groupSize, true);
    case "join":
      return joinWhenIndexed(mint).then(
        () => seatEnd(mint, profile.groupSize, profile.subscribeState === "expired"),
        () => ({ title, details: null, action: { label: "Join chat", onClick: () => openJoin(token) } }),
      );
  }
};
