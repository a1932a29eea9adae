import { tokenUnits, unitsPerToken } from "@tribe/contract";
import type { CostlyTrade } from "@tribe/domain/words";
import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { type SeatSentence, seatSentence } from "../seat/seat-sentence.ts";
import { TradePanel } from "./TradePanel.tsx";

const whole = (count: number) => tokenUnits(BigInt(count) * unitsPerToken);
const seatAfter = (change: number): SeatSentence =>
  seatSentence({
    token: {
      subscribeState: "active",
      groupSize: 12,
      symbol: "LEN",
      newMint: null,
      conversionRate: null,
      seatHoldings: [whole(60), whole(40), whole(20)],
    },
    holding: whole(40),
    change: BigInt(change) * unitsPerToken,
  });

const textOf = (seat: SeatSentence | null, impactBps: number | null, costly: CostlyTrade | null = null) => {
  const html = renderToString(
    <TradePanel
      notices={null}
      amount={null}
      quick={null}
      entry={null}
      seat={seat}
      onStay={{ amount: "30 LEN", act: () => undefined }}
      details={null}
      feeBps={400}
      impactBps={impactBps}
      costly={costly}
      disabled={false}
      onSubmit={() => undefined}
    />,
  );
  const text = html
    .replaceAll("&#x27;", "'")
    .replace(/<!-- -->/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
  const hasRoom = html.includes("animate-pulse");
  return { text, hasRoom, impact: /class="([^"]*)">· impact/.exec(html.replace(/<!-- -->/g, ""))?.[1] };
};

describe("the trade panel", () => {
  it("says that a seat is lost on its button, with what can be sold instead", () => {
    const { text } = textOf(seatAfter(-35), 120);
    expect(text).toContain("You'll lose your seat");
    expect(text).toContain("Sell 30 LEN and stay in");
    expect(text).toContain("Next, and leave the chat");
  });

  it("goes on with a plain Next where the seat is kept", () => {
    const { text } = textOf(seatAfter(-5), 120);
    expect(text).not.toContain("stay in");
    expect(text).toMatch(/Next $/);
  });

  it("keeps the room of the seat while it is not known, so that the button below does not move", () => {
    expect(textOf(null, null).hasRoom).toBe(true);
    expect(textOf(seatAfter(-5), null).hasRoom).toBe(false);
  });

  it("says before the press what a far moved price means, in the seat's place, and that a seat is lost besides", () => {
    const buy = { side: "buy", cost: 4_489_000_000n, today: 331_000_000n } as const;
    const dear = textOf(seatAfter(5), 1_500, buy).text;
    expect(dear).toContain("You'd pay 13 times today's price");
    expect(dear).toMatch(/Buy anyway $/);
    expect(dear).not.toContain("You keep seat");
    expect(textOf(seatAfter(5), 1_499, buy).text).toMatch(/Next $/);
    const sale = textOf(seatAfter(-35), 4_000, { side: "sell", impactBps: 4_000 }).text;
    expect(sale).toContain("This sale moves the price by 40%");
    expect(sale).toContain("You'll lose your seat");
    expect(sale).toMatch(/Sell anyway, and leave the chat $/);
  });

  it("folds fees and impact into one line, red from 5 %", () => {
    expect(textOf(null, 499).text).toContain("Details Fees 4% · impact 4.99%");
    expect(textOf(null, 499).impact).not.toContain("text-down");
    expect(textOf(null, 500).impact).toContain("text-down");
    expect(textOf(null, 827_881).text).toContain("· impact &gt; 1,000%");
  });
});
