import { lamports, newTokenUnits, tokenUnits } from "@tribe/contract";
import { type KnownSeats, projectSeat, seatedMembers } from "@tribe/domain/membership";
import { oldUnitsWorth } from "@tribe/domain/pool";
import fc from "fast-check";
import { expect, test } from "vitest";
import { seatChange } from "./seat-change.ts";

/** What the server counts: old tokens, and each account of new ones at the conversion rate, rounded down. */
const counted = (old: bigint, accounts: readonly bigint[], rate: bigint) =>
  accounts.reduce((sum, units) => sum + oldUnitsWorth(newTokenUnits(units), rate), old);

test("after a swap a seat is what the server's ranking makes of the accounts then", () => {
  const amount = fc.bigInt(0n, 60_000n);
  const room = fc.record({ old: fc.bigInt(0n, 12n), ata: amount, other: amount, traded: amount, isBuy: fc.boolean() });
  fc.assert(
    fc.property(room, fc.bigInt(1n, 2_119n), fc.integer({ min: 1, max: 13 }), ({ ata, traded, ...at }, rate, place) => {
      // Twelve seats at one holding and somebody outside with the same: one old unit decides.
      const unit = 10n ** 10n;
      const old = unit + at.old;
      const before = counted(old, [ata, at.other], rate);
      const sold = traded % (ata + 1n);
      const amounts = at.isBuy
        ? ({
            direction: "buy",
            input: lamports(1n),
            output: newTokenUnits(traded),
            minOutput: newTokenUnits(1n),
          } as const)
        : ({ direction: "sell", input: newTokenUnits(sold), output: lamports(1n), minOutput: lamports(1n) } as const);
      const after = counted(old, [at.isBuy ? ata + traded : ata - sold, at.other], rate);
      const change = seatChange(amounts, rate, ata);
      if (change === null) throw new Error("there is a quote");
      expect(before + change).toBe(after);

      const edge = tokenUnits(unit + 20n);
      const others = Array.from({ length: 12 }, (_, index) => ({
        ...{ id: `${index}`, holding: edge, joinedAt: index + (index + 1 >= place ? 2 : 1), banned: false },
      }));
      const [rival, ...seated] = others.toReversed();
      if (!rival) throw new Error("there are twelve");
      const token: KnownSeats = {
        ...{
          groupSize: 12,
          subscribeState: "active",
          seatHoldings: [...seated.map(({ holding }) => holding), tokenUnits(before)],
        },
        seating: {
          ...{ joinOrders: [...seated.map(({ joinedAt }) => joinedAt), place], own: place },
          rival: { displayName: "Cleo", holding: rival.holding, joinOrder: rival.joinedAt },
        },
      };
      const me = { id: "me", holding: tokenUnits(after), joinedAt: place, banned: false };
      const rank = seatedMembers([...others, me], 12).indexOf(me) + 1 || null;
      expect(projectSeat(token, tokenUnits(before), tokenUnits(before + change)).rank).toBe(rank);
    }),
    { numRuns: 300 },
  );
});
