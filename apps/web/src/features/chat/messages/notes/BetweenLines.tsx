import type { TokenProfile } from "@tribe/contract";
import { type BetweenMessages, inOrder } from "../../log/chat-lines.ts";
import { TradeNotes } from "./ChatNotes.tsx";
import { LiveNote } from "./LiveNote.tsx";
import { SeatNotes } from "./SeatNotes.tsx";

/** The events between two messages in their order: trades, taken and lost seats, and live sessions. */
export const BetweenLines = ({
  between,
  token,
  personByAddress,
  me,
}: {
  between: BetweenMessages;
  token: TokenProfile | undefined;
} & Pick<Parameters<typeof TradeNotes>[0], "personByAddress" | "me">) =>
  token &&
  inOrder(between).map((run, index) =>
    run.kind === "trades" ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: runs are only added at the end
      <TradeNotes key={index} trades={run.trades} token={token} personByAddress={personByAddress} me={me} />
    ) : run.kind === "seats" ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <SeatNotes key={index} notes={run.seats} token={token} me={me} />
    ) : (
      <LiveNote key={`live ${run.live.at}`} live={run.live} />
    ),
  );
