import type { TokenProfile } from "@tribe/contract";
import { isClosed } from "@tribe/domain/curve";
import { amountsOf, formatAmount } from "@tribe/domain/money";
import { curveOf } from "../../shared/tokens/token-facts.ts";
import type { SeatEntry } from "../../shared/trading/seat/seat-entry.ts";

/** The next step for a person without a seat; the button describes it fully. */
export type NextStep =
  | { readonly kind: "unknown" }
  | { readonly kind: "inside" }
  | { readonly kind: "blocked" }
  /** The curve is full, and its pool is not there yet. */
  | { readonly kind: "moving" }
  | { readonly kind: "join"; readonly label: string }
  | { readonly kind: "buy"; readonly label: string }
  | { readonly kind: "outOfReach"; readonly words: string };

/** Whether that step is a button, beside which no other is the main one. */
export const isNextStepButton = ({ kind }: NextStep): boolean =>
  kind === "join" || kind === "buy" || kind === "blocked";

/** The one next thing to do in a Tribe: 'Join · 10 LEN ≈ 0.02 SOL'. `entry`: null while it is not known what they hold. */
export const nextStep = (token: TokenProfile, entry: SeatEntry | null): NextStep => {
  const { subscribeState: state } = token;
  if (state === "active" || state === "chief") return { kind: "inside" };
  if (state === "banned") return { kind: "blocked" };
  if (!entry) return { kind: "unknown" };
  if (entry.kind === "join") return { kind: "join", label: "Join" };
  if (token.newMint === null && isClosed(curveOf(token))) return { kind: "moving" };
  if (entry.kind === "buy") {
    const verb = state === "expired" ? "Come back" : "Join";
    // As many places as 'Seat now' has beside it.
    const price = formatAmount(entry.lamports);
    return { kind: "buy", label: `${verb} · ${amountsOf(token).named(entry.tokens)} ≈ ${price} SOL` };
  }
  return { kind: "outOfReach", words: `A seat takes more ${token.symbol} than one buy can get right now.` };
};
