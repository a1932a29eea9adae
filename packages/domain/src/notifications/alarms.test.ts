import { lamports, type SeatAlarm, tokenUnits, unitsPerToken } from "@tribe/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type AlarmFacts, type ArmedAlarms, alarmPauseMs, decideAlarm, newlyArmed, usualSpare } from "./alarms.ts";

const tokens = (count: number) => tokenUnits(BigInt(Math.round(count * 1e3)) * (unitsPerToken / 1_000n));
const alarm: SeatAlarm = { spare: tokens(5), priceAbove: lamports(2_000n), priceBelow: lamports(1_000n) };
const all: ArmedAlarms = { spare: true, above: true, below: true };
const facts = (spare: number, price = 1_500n): AlarmFacts => ({ seat: { kind: "held", spare: tokens(spare) }, price });
const decide = (at: AlarmFacts, armed: ArmedAlarms = all, rangAt: number | null = null, now = 1_000_000) =>
  decideAlarm({ alarm, armed, rangAt }, at, now);

describe("an alarm", () => {
  test.each([
    [facts(5), null],
    [facts(4.999), "spare"],
    [{ ...facts(0), seat: { kind: "safe" } } as const, null],
    [{ ...facts(0), seat: { kind: "none" } } as const, null],
    [facts(9, 1_999n), null],
    [facts(9, 2_000n), "above"],
    [facts(9, 1_001n), null],
    [facts(9, 1_000n), "below"],
  ])("by %o rings as %s", (at, rings) => {
    expect(decide(at)).toMatchObject({ rings, againAt: null });
  });

  test("rings once, and again only after it was clearly over", () => {
    const { armed } = decide(facts(3));
    expect(armed).toEqual({ spare: false, above: true, below: true });
    for (const spare of [1, 4.999, 5, 5.999]) expect(decide(facts(spare), armed).armed.spare).toBe(false);
    expect(decide(facts(6), armed).armed.spare).toBe(true);
    expect(decide({ seat: { kind: "safe" }, price: 1_500n }, armed).armed.spare).toBe(true);
    // Whoever lost the seat gets a notice of that, and the alarm waits.
    expect(decide({ seat: { kind: "none" }, price: 1_500n }, armed).armed.spare).toBe(false);
    const off = { spare: true, above: false, below: false };
    expect(decide(facts(9, 1_901n), off).armed.above).toBe(false);
    expect(decide(facts(9, 1_900n), off).armed.above).toBe(true);
    expect(decide(facts(9, 1_049n), off).armed.below).toBe(false);
    expect(decide(facts(9, 1_050n), off).armed.below).toBe(true);
  });

  test("about the seat comes first, and those that are met together are one", () => {
    expect(decide(facts(1, 900n))).toEqual({
      rings: "spare",
      armed: { spare: false, above: true, below: false },
      againAt: null,
    });
  });

  test("within a quarter of an hour of the last one waits, and is decided again then", () => {
    const rangAt = 1_000_000 - alarmPauseMs + 1;
    expect(decide(facts(1), all, rangAt)).toEqual({ rings: null, armed: all, againAt: rangAt + alarmPauseMs });
    expect(decide(facts(1), all, rangAt, rangAt + alarmPauseMs).rings).toBe("spare");
    expect(decide(facts(9), all, rangAt)).toEqual({ rings: null, armed: all, againAt: null });
  });

  test("that is set while its condition is met already waits until it was over", () => {
    expect(newlyArmed(alarm, facts(3, 2_500n))).toEqual({ spare: false, above: false, below: true });
  });

  test.each([
    [10, 1],
    [14.9, 1],
    [15, 2],
    [160, 16],
    [1, 1],
  ])("of a seat that takes %s is usually set to %s", (threshold, spare) => {
    expect(usualSpare(tokens(threshold))).toBe(tokens(spare));
  });
});

test("never rings twice within a quarter of an hour, nor without being over in between, whatever happens when", () => {
  const kinds = { spare: 0, above: 0, below: 0 };
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          after: fc.integer({ min: 0, max: 20 * 60_000 }),
          spare: fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 10 })),
          price: fc.bigInt(800n, 2_200n),
        }),
        { maxLength: 60 },
      ),
      (steps) => {
        let now = 0;
        let armed = all;
        let rangAt: number | null = null;
        const isOpen = { spare: true, above: true, below: true };
        for (const { after, spare, price } of steps) {
          now += after;
          const at: AlarmFacts = spare === null ? { seat: { kind: "safe" }, price } : facts(spare, price);
          if (spare === null || spare >= 6) isOpen.spare = true;
          if (price <= 1_900n) isOpen.above = true;
          if (price >= 1_050n) isOpen.below = true;
          const decision = decideAlarm({ alarm, armed, rangAt }, at, now);
          armed = decision.armed;
          if (!decision.rings) continue;
          kinds[decision.rings] += 1;
          expect(isOpen[decision.rings]).toBe(true);
          isOpen[decision.rings] = false;
          if (rangAt !== null) expect(now - rangAt).toBeGreaterThanOrEqual(alarmPauseMs);
          rangAt = now;
        }
      },
    ),
  );
  for (const count of Object.values(kinds)) expect(count).toBeGreaterThan(0);
});
