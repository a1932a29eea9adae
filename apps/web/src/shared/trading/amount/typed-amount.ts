import { tradeInputDecimals } from "@tribe/contract";
import { sanitizeAmountInput } from "@tribe/domain/money";
import type { ChangeEvent } from "react";

/** What an amount's field holds after this event, as `sanitizeAmountInput` says. @param before what it held */
export const typedAmount = (
  { target, nativeEvent }: ChangeEvent<HTMLInputElement>,
  before: string,
  decimals: number = tradeInputDecimals,
): string => sanitizeAmountInput(target.value, before, { decimals, atOnce: !isKey(nativeEvent) });

/** A key puts in one character or takes some out. Not everything longer is a paste: keyboards and fillers put in whole texts, too. */
const isKey = (event: Event): boolean => {
  // A filler of forms may send a plain event.
  if (!(event instanceof InputEvent)) return false;
  const { inputType, data } = event;
  // A composition gives all of what it holds with every key.
  if (inputType === "insertCompositionText" || inputType.startsWith("delete")) return true;
  return inputType === "insertText" && (data?.length ?? 0) <= 1;
};
