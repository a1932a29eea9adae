import type { TokenSummary } from "@tribe/contract";
import { formatAmount, formatBps, pricesOf } from "@tribe/domain/money";
import { useEffect, useRef, useState } from "react";
import { changeBps } from "../../../shared/tokens/token-facts.ts";

/** A price that keeps changing is announced once it has not changed for this time. */
const restMs = 1_000;

const wordsOf = (token: TokenSummary): string => {
  const { name, price, priceDayAgo } = token;
  const { shown, per } = pricesOf(token);
  const change = changeBps(price, priceDayAgo);
  const moved = change === null || change === 0 ? "" : `, ${change > 0 ? "up" : "down"} ${formatBps(Math.abs(change))}`;
  return `${name}: ${formatAmount(shown(price))} SOL${per && ` ${per}`}${moved}`;
};

/** A polite live region for screen readers: announces price changes of the focused row only. */
export const LivePrice = ({ token }: { token: TokenSummary | null }) => {
  const [words, setWords] = useState("");
  const before = useRef(token);
  useEffect(() => {
    const known = before.current;
    before.current = token;
    if (!token || known?.mint !== token.mint) {
      setWords("");
      return;
    }
    if (known.price === token.price) return;
    const timer = setTimeout(() => setWords(wordsOf(token)), restMs);
    return () => clearTimeout(timer);
  }, [token]);
  return (
    <p aria-live="polite" className="sr-only">
      {words}
    </p>
  );
};
