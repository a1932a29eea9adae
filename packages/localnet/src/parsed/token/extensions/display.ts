import { jsonInteger } from "../../../codec/json.ts";
import type { FieldReader } from "../../field-reader.ts";
import { plainFloat } from "../../float-text.ts";

/** What makes a balance grow with time. Rates in basis points a year, times in Unix seconds. */
export interface InterestBearing {
  readonly rateAuthority: string | null;
  readonly initialized: bigint;
  readonly averageRate: number;
  readonly updated: bigint;
  readonly currentRate: number;
}

/** What multiplies a balance, and what will from some Unix second on. */
export interface ScaledUiAmount {
  readonly authority: string | null;
  readonly multiplier: number;
  readonly effectiveFrom: bigint;
  readonly newMultiplier: number;
}

/** Reads an interest-bearing mint's configuration. */
export function readInterestBearing(reader: FieldReader): InterestBearing {
  return {
    rateAuthority: reader.nonZeroKey(),
    initialized: reader.bigI64(),
    averageRate: reader.i16(),
    updated: reader.bigI64(),
    currentRate: reader.i16(),
  };
}

/** Reads a scaled mint's configuration. */
export function readScaledUiAmount(reader: FieldReader): ScaledUiAmount {
  return {
    authority: reader.nonZeroKey(),
    multiplier: reader.f64(),
    effectiveFrom: reader.bigI64(),
    newMultiplier: reader.f64(),
  };
}

/** `interestBearingConfig` as the RPC writes it. */
export function interestBearingConfig(reader: FieldReader) {
  const { rateAuthority, initialized, averageRate, updated, currentRate } = readInterestBearing(reader);
  return {
    rateAuthority,
    initializationTimestamp: jsonInteger(initialized),
    preUpdateAverageRate: averageRate,
    lastUpdateTimestamp: jsonInteger(updated),
    currentRate,
  };
}

/** `scaledUiAmountConfig` as the RPC writes it. */
export function scaledUiAmountConfig(reader: FieldReader) {
  const { authority, multiplier, effectiveFrom, newMultiplier } = readScaledUiAmount(reader);
  return {
    authority,
    multiplier: plainFloat(multiplier),
    newMultiplierEffectiveTimestamp: jsonInteger(effectiveFrom),
    newMultiplier: plainFloat(newMultiplier),
  };
}
