import type { TradePoint, Uid } from "@tribe/contract";
import { tradeCursor } from "@tribe/domain/chart";
import { amountsOf, formatAmount } from "@tribe/domain/money";
import { PersonAvatar } from "../../../../shared/components/PersonAvatar.tsx";
import { type KnownPerson, traderName } from "../../../../shared/queries/token.ts";
import { clockTime } from "../../../../shared/time/clock.ts";
import { rule } from "../row-parts.tsx";
import { tradeRuns } from "./trade-runs.ts";

/** The line above the first unread message. */
export const UnreadRule = ({ count }: { count: number }) => (
  <p className={`${rule} text-ember-text before:bg-ember-line after:max-w-3 after:bg-ember-line`}>
    {count === 1 ? "1 new message" : `${count} new messages`}
  </p>
);

/** How many lines of the newest trades between two messages are shown; the other trades are counted. */
const maxTrades = 3;

/**
 * The trades between two messages: what somebody bought or sold, and for how much. Those of one person one after another are one
 * line. The sum is the market's, before fees, which only the trader sees; whoever wants to know finds that on the line.
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
  const runs = tradeRuns(trades);
  const shown = runs.slice(-maxTrades);
  const rest = runs.slice(0, runs.length - shown.length).reduce((sum, { count }) => sum + count, 0);
  const written = amountsOf(token);
  return (
    <>
      {rest > 0 ? (
        <p className="px-6 pt-2 text-xs text-muted lg:px-8">{rest === 1 ? "1 more trade" : `${rest} more trades`}</p>
      ) : null}
      {shown.map(({ newest: trade, count, amount, value }) => {
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
              <span className="whitespace-nowrap">{written.named(amount)}</span> for{" "}
              <span className="whitespace-nowrap" title="Before fees">
                {formatAmount(value)} SOL
              </span>
              {count > 1 ? ` in ${count} trades` : null}
            </span>
            <span className="shrink-0 text-faint">{clockTime(trade.blockTime * 1_000)}</span>
          </p>
        );
      })}
    </>
  );
};
