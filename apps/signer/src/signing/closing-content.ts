import { type CloseAccountsDescription, type ClosingFacts, planClosingCheck } from "@tribe/chain/clear-signing";
import { confirmNotices } from "@tribe/domain/words";
import type { ReadAccounts } from "../chain/node-client.ts";
import { costLines, costsOf, sol, unknownYet } from "./lines.ts";
import type { ConfirmContent, Notice } from "./screen.ts";

/** The state of the question to the chain. */
type ClosingCheck =
  | { readonly kind: "pending" }
  | { readonly kind: "found"; readonly found: ClosingFacts }
  /** No answer in time, or an impossible one. */
  | { readonly kind: "failed" };

/** What is shown for accounts that are closed, before and after the chain has answered. */
export const closingContents = (
  readAccounts: ReadAccounts,
  description: CloseAccountsDescription,
): { readonly content: ConfirmContent; readonly checked: Promise<ConfirmContent> } => {
  const plan = planClosingCheck(description);
  const checked = readAccounts(plan.addresses)
    .then((fetched) => contentOf(description, { kind: "found", found: plan.evaluate(fetched) }))
    .catch(() => contentOf(description, { kind: "failed" }));
  return { content: contentOf(description, { kind: "pending" }), checked };
};

const contentOf = ({ accounts, spend }: CloseAccountsDescription, check: ClosingCheck): ConfirmContent => {
  const count = accounts.length;
  return {
    headline: [count === 1 ? "Close an empty account" : `Close ${count} empty accounts`],
    moves: [{ label: "You get back", value: comesOf(check) }],
    lines: [
      // The bytes name the wallet as the recipient of every deposit.
      { label: "To", value: "your wallet" },
      {
        label: "Closed",
        value: count === 1 ? "1 token account" : `${count} token accounts`,
        exact: accounts.map(({ account }) => account).join(", "),
      },
      ...costLines(spend),
    ],
    notices: noticesOf(check),
    maxSpend: spend.total,
    spendKind: costsOf(spend),
    isChecking: check.kind === "pending",
    typing: null,
  };
};

const comesOf = (check: ClosingCheck): string => {
  switch (check.kind) {
    case "pending":
      return unknownYet;
    case "found":
      return `at least ${sol(check.found.deposits)}`;
    case "failed":
      return "their deposits";
  }
};

const noticesOf = (check: ClosingCheck): Notice[] => {
  if (check.kind === "failed") return [{ tone: "warning", text: confirmNotices.uncheckedAccounts }];
  return check.kind === "found" && !check.found.isPossible ? [{ tone: "warning", text: confirmNotices.wouldFail }] : [];
};
