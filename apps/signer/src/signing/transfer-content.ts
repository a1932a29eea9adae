import type { TransferDescription, TransferFacts } from "@tribe/chain/clear-signing";
import { tokenTextProblem } from "@tribe/domain/people";
import { confirmNotices } from "@tribe/domain/words";
import { costLines, costsOf, named, shortMint, sol, wholeTokens } from "./lines.ts";
import type { ConfirmContent, ConfirmLine, Notice, Words } from "./screen.ts";

/** The state of the question to the chain. */
export type TransferCheck =
  | { readonly kind: "pending" }
  | { readonly kind: "found"; readonly found: TransferFacts }
  /** No answer in time, or an impossible one. */
  | { readonly kind: "failed" };

/** Builds the content of the confirmation from a transfer and what is known of it on chain so far. */
export const transferContent = (description: TransferDescription, check: TransferCheck): ConfirmContent => {
  const { asset, recipient, memo, spend } = description;
  const found = check.kind === "found" ? check.found : null;
  return {
    headline: headlineOf(description, found),
    moves: [{ label: "You send", value: amountOf(description) }],
    lines: [
      { label: "To", value: recipient, isWhole: true },
      ...(memo === null ? [] : [{ label: "Memo, public", value: { quoted: memo } }]),
      ...(asset.kind === "token" ? [tokenLine(asset.mint, check)] : []),
      ...costLines(spend),
    ],
    notices: noticesOf(description, check),
    maxSpend: spend.total,
    spendKind: asset.kind === "sol" ? "leaves" : costsOf(spend),
    isChecking: check.kind === "pending",
    typing: null,
  };
};

const headlineOf = ({ asset }: TransferDescription, found: TransferFacts | null): readonly Words[] =>
  asset.kind === "sol" ? ["Send SOL"] : ["Send ", ...(found?.token ? named(found.token) : ["a token"])];

/** Exact, to the last base unit: the program accepts no other decimals than the mint's. */
const amountOf = ({ asset }: TransferDescription): string => {
  if (asset.kind === "sol") return sol(asset.lamports);
  const { units, decimals } = asset;
  return wholeTokens(units, decimals);
};

/** If the chain did not answer, nothing else identifies the token, so its whole address is shown. */
const tokenLine = (mint: string, check: TransferCheck): ConfirmLine =>
  check.kind === "failed"
    ? { label: "Token", value: mint, isWhole: true }
    : { label: "Token", value: shortMint(mint), exact: mint };

const noticesOf = ({ asset }: TransferDescription, check: TransferCheck): Notice[] => {
  if (check.kind === "pending") return [];
  if (check.kind === "failed")
    return [
      {
        tone: "warning",
        text: asset.kind === "sol" ? confirmNotices.uncheckedAddress : confirmNotices.uncheckedToken,
      },
    ];
  const { recipient, isTooMuch, token } = check.found;
  return [
    ...(recipient === "other" ? [{ tone: "danger", text: confirmNotices.notAWallet } as const] : []),
    ...(isTooMuch ? [{ tone: "warning", text: confirmNotices.wouldFail } as const] : []),
    ...(token && tokenTextProblem(token) ? [{ tone: "warning", text: confirmNotices.misleadingToken } as const] : []),
    ...(recipient === "new" ? [{ tone: "note", text: confirmNotices.emptyAddress } as const] : []),
  ];
};
