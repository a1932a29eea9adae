import { lamports, type SeatAlarm, tokenUnits } from "@tribe/contract";
import { expect, test } from "vitest";
import { fieldsOf, readAlarm } from "./alarm-form.ts";

const unit = 10n ** 9n;
const mint = "So11111111111111111111111111111111111111112" as SeatAlarmToken["newMint"];
type SeatAlarmToken = Parameters<typeof fieldsOf>[1];
const token: SeatAlarmToken = {
  newMint: null,
  conversionRate: null,
  symbol: "LEN",
  subscribeState: "active",
  tradeInfo: { entryThresholdTokens: tokenUnits(42n * unit), entryThresholdTokensForCompare: tokenUnits(42n * unit) },
};
const migrated: SeatAlarmToken = { ...token, newMint: mint, conversionRate: 2_119n };
const none = { spare: "", priceAbove: "", priceBelow: "" };

test("offers a member a tenth of what a seat takes, and anybody else nothing", () => {
  expect(fieldsOf(null, token)).toEqual({ ...none, spare: "4" });
  expect(fieldsOf(null, migrated)).toEqual({ ...none, spare: "8476000" });
  expect(fieldsOf(null, { ...token, subscribeState: "none" })).toEqual(none);
});

test.each([token, migrated])("shows what is set, and reads it again as it was", (of) => {
  const alarm: SeatAlarm = { spare: tokenUnits(5n * unit), priceAbove: lamports(4_238_000n), priceBelow: null };
  expect(readAlarm(fieldsOf(alarm, of), of)).toEqual(alarm);
});

test.each(["0", ".", "x", "1.2.3"])("takes %j for no amount", (spare) => {
  expect(readAlarm({ ...none, spare }, token)).toBeNull();
});

test("reads an empty field as no alarm", () => {
  expect(readAlarm({ ...none, priceBelow: "0.01" }, token)).toEqual({
    spare: null,
    priceAbove: null,
    priceBelow: 10_000_000n,
  });
});
