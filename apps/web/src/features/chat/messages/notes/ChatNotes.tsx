import type { TradePoint, Uid } from "@tribe/contract";
import { tradeCursor } from "@tribe/domain/chart";
import { amountsOf, formatAmount, pricesOf } from "@tribe/domain/money";
import { PersonAvatar } from "../../../../shared/components/PersonAvatar.tsx";
import { type KnownPerson, traderName } from "../../../../shared/queries/token.ts";
import { clockTime, dayName } from "../../../../shared/time/clock.ts";
import { serverNow } from "../../../../shared/time/server-time.ts";

const rule =
  "flex items-center gap-3 px-4 pt-4 pb-1 text-xs font-semibold before:h-px before:flex-1 after:h-px after:flex-1 lg:px-5";

/** The date above the first message of a day. */
export const DayRule = ({ at }: { at: number }) => (
  <p className={`${rule} text-faint before:bg-line after:bg-line`}>{dayName(at, serverNow())}</p>
);

/** The line above the first unread message. */
export const UnreadRule = ({ count }: { count: number }) => (
  <p className={`${rule} text-ember-text before:bg-ember-line after:max-w-3 after:bg-ember-line`}>
    {count === 1 ? "1 new message" : `${count} new messages`}
  </p>
);

/** How many of the newest trades between two messages are shown one by one; the others are counted. */
const maxTrades = 3;

/**
 * The trades between two messages, each in a line with amount and price, as in the list of the latest trades. Not the total:
 * only the trader sees it with the fees, and one without them would differ from the trader's receipt.
 */
export const TradeNotes = ({
  trades,
  token,
  personByAddress,
  me,
}: {
  trades: readonly TradePoint[];
  token: Parameters<typeof amountsOf>[0];
  /** The authors of messages, and the people of the token. */
  personByAddress: ReadonlyMap<string, KnownPerson>;
  me: Uid | null;
}) => {
  const shown = trades.slice(-maxTrades);
  const rest = trades.length - shown.length;
  const written = amountsOf(token);
  const prices = pricesOf(token);
  return (
    <>
      {rest > 0 ? (
        <p className="px-6 pt-2 text-xs text-muted lg:px-8">{rest === 1 ? "1 more trade" : `${rest} more trades`}</p>
      ) : null}
      {shown.map((trade) => {
        const person = personByAddress.get(trade.trader);
        return (
          <p key={tradeCursor(trade)} className="flex min-h-7 items-center gap-2 px-6 pt-2 text-xs text-muted lg:px-8">
            <PersonAvatar seed={person?.uid ?? trade.trader} src={person?.pfp ?? null} name="" size={20} />
            {/* Wraps to two lines if needed, because no digit of an amount may be cut. */}
            <span className="line-clamp-2 min-w-0 flex-1 break-words">
              <bdi className="font-semibold text-text">
                {person !== undefined && person.uid === me ? "You" : traderName(trade.trader, person)}
              </bdi>{" "}
              {trade.kind === "sell" ? "sold" : "bought"}{" "}
              <span className="whitespace-nowrap">{written.named(trade.amount)}</span> at{" "}
              <span className="whitespace-nowrap">
                {formatAmount(prices.shown(trade.unitPrice))} SOL {prices.per || "each"}
              </span>
            </span>
            <span className="shrink-0 text-faint">{clockTime(trade.blockTime * 1_000)}</span>
          </p>
        );
      })}
    </>
  );
};
