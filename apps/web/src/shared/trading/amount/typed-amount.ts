import { tradeInputDecimals } from "@tribe/contract";
import { sanitizeAmountInput } from "@tribe/domain/money";
import type { ChangeEvent } from "react";

/** The amount field's text after this event, cleaned by `sanitizeAmountInput`. @param before the text before */
export const typedAmount = (
  { target, nativeEvent }: ChangeEvent<HTMLInputElement>,
  before: string,
  decimals: number = tradeInputDecimals,
  keepsInvalid = false,
): string => sanitizeAmountInput(target.value, before, { decimals, atOnce: !isKey(nativeEvent), keepsInvalid });

/**
 * Whether the event is a keystroke, which inserts one character or deletes some. Longer input need not be a paste: keyboards and
 * form fillers insert whole texts, too.
 */
const isKey = (event: Event): boolean => {
  // A form filler may send a plain event.
  if (!(event instanceof InputEvent)) return false;
  const { inputType, data } = event;
  // A composition reports its whole text with every key.
  if (inputType === "insertCompositionText" || inputType.startsWith("delete")) return true;
  return inputType === "insertText" && (data?.length ?? 0) <= 1;
};
