import { lamports, type SeatAlarm, type TokenProfile, tokenUnits } from "@tribe/contract";
import { amountsOf, formatExact, newTokenScale, parseAmount, pricesOf } from "@tribe/domain/money";
import { usualSpare } from "@tribe/domain/notifications";

/** The fields of an alarm, as typed; an empty one is no alarm. */
export interface AlarmFields {
  readonly spare: string;
  readonly priceAbove: string;
  readonly priceBelow: string;
}

type Token = Pick<TokenProfile, "newMint" | "conversionRate" | "symbol" | "tradeInfo" | "subscribeState">;

/** The fields of an alarm that is set, or of a usual one: with a seat, a tenth of what one takes to spare. */
export const fieldsOf = (alarm: SeatAlarm | null, token: Token): AlarmFields => {
  const spare = alarm
    ? alarm.spare
    : token.subscribeState === "active"
      ? usualSpare(token.tradeInfo.entryThresholdTokens)
      : null;
  const prices = pricesOf(token);
  const price = (value: bigint | null | undefined): string => (value ? formatExact(prices.shown(value)) : "");
  return {
    spare: spare === null ? "" : amountsOf(token).plain(spare, { significant: 9, grouped: false }),
    priceAbove: price(alarm?.priceAbove),
    priceBelow: price(alarm?.priceBelow),
  };
};

/** Reads the fields; null if one of them is no amount. After a migration amounts are new tokens, and prices are of 1,000 of them. */
export const readAlarm = ({ spare, priceAbove, priceBelow }: AlarmFields, token: Token): SeatAlarm | null => {
  const rate = token.newMint && token.conversionRate ? token.conversionRate : null;
  const read = (text: string): bigint | null | undefined => {
    if (text === "") return null;
    const amount = parseAmount(text);
    return amount ? amount : undefined;
  };
  const [units, above, below] = [read(spare), read(priceAbove), read(priceBelow)];
  if (units === undefined || above === undefined || below === undefined) return null;
  const old = units === null || !rate ? units : units / newTokenScale / rate;
  const price = (value: bigint | null) => (value === null ? null : lamports(rate ? value * rate : value));
  if (old === 0n) return null;
  return {
    spare: old === null ? null : tokenUnits(old),
    priceAbove: price(above),
    priceBelow: price(below),
  };
};
