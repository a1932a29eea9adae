import type { TokenProfile } from "@tribe/contract";
import { isClosed } from "@tribe/domain/curve";
import { amountsOf, formatCost, neededFormat } from "@tribe/domain/money";
import { curveOf } from "../../shared/tokens/token-facts.ts";
import type { SeatEntry } from "../../shared/trading/seat/seat-entry.ts";

/** The next step towards a seat; `label` is the button's full text. */
export type NextStep =
  | { readonly kind: "unknown" }
  | { readonly kind: "inside" }
  | { readonly kind: "blocked" }
  /** The curve is full, and its pool does not exist yet. */
  | { readonly kind: "moving" }
  | { readonly kind: "join"; readonly label: string }
  | { readonly kind: "buy"; readonly label: string }
  | { readonly kind: "outOfReach"; readonly words: string };

/** Whether the step has a button, which is then the screen's primary one. */
export const isNextStepButton = ({ kind }: NextStep): boolean =>
  kind === "join" || kind === "buy" || kind === "blocked";

/** A figure with what belongs to it, which a narrow button doesn't separate. */
const unbroken = (text: string): string => text.replaceAll(" ", "\u00a0");

/** A person's next step in a Tribe, such as "Join · 10 LEN ≈ 0.02 SOL". `entry`: null while their holding is unknown. */
export const nextStep = (token: TokenProfile, entry: SeatEntry | null): NextStep => {
  const { subscribeState: state } = token;
  if (state === "active" || state === "chief") return { kind: "inside" };
  if (state === "banned") return { kind: "blocked" };
  if (!entry) return { kind: "unknown" };
  if (entry.kind === "join") return { kind: "join", label: "Join" };
  if (token.newMint === null && isClosed(curveOf(token))) return { kind: "moving" };
  if (entry.kind === "buy") {
    const verb = state === "expired" ? "Come back" : "Join";
    const amount = amountsOf(token).named(entry.tokens, neededFormat);
    return { kind: "buy", label: `${verb} · ${unbroken(amount)} ${unbroken(`≈ ${formatCost(entry.lamports)} SOL`)}` };
  }
  return { kind: "outOfReach", words: `A seat takes more ${token.symbol} than one buy can get right now.` };
};
