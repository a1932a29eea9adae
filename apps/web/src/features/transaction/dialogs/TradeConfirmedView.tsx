import { tokenAccountRent } from "@tribe/chain/accounts";
import type { TransactionSignature } from "@tribe/contract";
import { isClosed } from "@tribe/domain/curve";
import { transactionDialog } from "@tribe/domain/machines";
import { formatAmount } from "@tribe/domain/money";
import { isolated } from "@tribe/domain/people";
import { momentTexts, seatTexts, transactionTexts } from "@tribe/domain/words";
import { openEntry, openJoin } from "../../../shared/flow/openers.ts";
import { SoldGain } from "../../../shared/gains/SoldGain.tsx";
import { useToken } from "../../../shared/queries/token.ts";
import { curveOf } from "../../../shared/tokens/token-facts.ts";
import type { OpenTransaction, TradeFacts } from "../../../shared/transactions/open-transactions.ts";
import { TransactionStatus } from "../../../shared/transactions/TransactionStatus.tsx";
import { SeatMoment, TradeDone, TradeRows, tradedAmount, useReceipt } from "../../moments/index.ts";
import { closesAccount } from "../outcome/closes-account.ts";
import { type AfterTrade, useAfterTrade } from "./use-after-trade.ts";
import { useFreshFigures } from "./use-fresh-figures.ts";

interface TradeConfirmedViewProps {
  readonly signature: TransactionSignature;
  readonly trade: TradeFacts;
  /** The signed transaction, if this browser stored it. */
  readonly lastSigned: OpenTransaction | null;
  /** Old tokens became new ones: nothing was bought or sold. */
  readonly isConversion?: boolean;
}

/**
 * Shown for a confirmed trade: what came of it, as it is on chain, and what has become of the seat. A buy that is enough for one
 * takes it, and the sheet turns into the ring.
 */
export const TradeConfirmedView = (props: TradeConfirmedViewProps) => {
  const { signature, trade, lastSigned, isConversion = false } = props;
  const isFresh = useFreshFigures();
  const { data: profile = null } = useToken(trade.token.mint);
  const { receipt, isAwaited } = useReceipt(signature);
  const after = useAfterTrade(trade, signature);
  const isBuy = trade.direction === "buy";
  if (after.kind === "joining") return <TransactionStatus text={transactionTexts.takingSeat} signature={signature} />;
  // All at once, so that nothing moves when the seat is known.
  if (!isFresh || isAwaited || after.kind === "looking")
    return (
      <TransactionStatus
        text={transactionDialog.statusText({ kind: "confirmed", signature }) ?? ""}
        signature={signature}
      />
    );
  const amount = receipt && profile ? tradedAmount(receipt, profile) : null;
  const isFull = profile !== null && profile.newMint === null && isClosed(curveOf(profile));
  const rows = (
    <>
      {isFull ? <p className="rounded-card bg-ember-soft p-3 text-sm text-pretty">{momentTexts.curveFull}</p> : null}
      {receipt === null || isConversion ? null : (
        <TradeRows receipt={receipt} direction={trade.direction} amount={amount} />
      )}
    </>
  );
  if (after.kind === "taken")
    return (
      <SeatMoment mint={trade.token.mint} isBack={after.isBack} signature={signature}>
        {rows}
      </SeatMoment>
    );
  const closed = lastSigned !== null && closesAccount(lastSigned) ? tokenAccountRent : 0n;
  return (
    <TradeDone
      title={
        isConversion
          ? momentTexts.converted
          : isBuy
            ? amount === null
              ? momentTexts.boughtUnread
              : momentTexts.bought(amount)
            : receipt === null
              ? momentTexts.soldUnread
              : momentTexts.cameIn(formatAmount(receipt.sol, { significant: 4 }))
      }
      signature={signature}
      seat={isConversion ? null : seatWords(after, trade)}
      gain={isBuy || isConversion ? null : <SoldGain mint={trade.token.mint} signature={signature} />}
      depositBack={receipt && receipt.deposit > 0n ? receipt.deposit : closed}
      rows={rows}
      onwards={onwardsOf(after, trade)}
    />
  );
};

const onwardsOf = (after: AfterTrade, { token, direction }: TradeFacts) =>
  after.kind === "short"
    ? { label: "Buy min. to enter chat", act: () => openEntry(token) }
    : after.kind === "unknown" && direction === "buy"
      ? { label: "Join chat", act: () => openJoin(token) }
      : null;

const seatWords = (after: AfterTrade, { token, seatBefore }: TradeFacts): string | null => {
  if (after.kind === "short") return momentTexts.short(after.missing);
  if (after.kind !== "now") return null;
  const { seat, groupSize } = after;
  switch (seat.kind) {
    case "needsNone":
      return `${seat.isChief ? seatTexts.chief : seatTexts.blocked}.`;
    case "left":
      return momentTexts.left(seatBefore, isolated(token.name));
    case "outside":
      return null;
    case "seated":
      return seatBefore === null || seatBefore === seat.number
        ? `${seatTexts.kept(seat.number, groupSize)}.`
        : `${momentTexts.moved(seatBefore, seat.number, groupSize)}.`;
  }
};
