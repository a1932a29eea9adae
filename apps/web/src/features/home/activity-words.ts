import type { AnswerOf, routes } from "@tribe/contract";
import { formatAmount } from "@tribe/domain/money";
import { isolated } from "@tribe/domain/people";
import { shortSol } from "./listing/listed-figures.ts";

/** A public activity of a person. */
export type Activity = AnswerOf<typeof routes.market.activity>["activities"][number];

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/** What else changed by it: "Wren is out", "Dex Ward sits there now". */
const alsoWords = ({ kind, others = [] }: Activity): string => {
  const named = (which: "seated" | "out") =>
    others.filter((other) => other.kind === which).map(({ person }) => isolated(person.displayName));
  const [seated, out] = [named("seated"), named("out")];
  const words = [
    ...(out.length > 0 ? [`${listed(out)} ${out.length === 1 ? "is" : "are"} out.`] : []),
    ...(seated.length > 0
      ? [`${listed(seated)} ${seated.length === 1 ? "sits" : "sit"} there${kind === "out" ? " now" : " as well"}.`]
      : []),
  ];
  return words.length > 0 ? `. ${words.join(" ")}` : "";
};

/** An activity in words that follow the person's name. */
export const activityWords = (activity: Activity): string => {
  const { kind, tribe, amount, value, seat = null } = activity;
  const symbol = isolated(tribe.symbol);
  // A non-breaking space keeps an amount and its unit on one line.
  const tokens = `${formatAmount(amount ?? 0n)}\u00a0${symbol}`;
  switch (kind) {
    case "buy":
      return `bought ${tokens}`;
    case "sell":
      return `sold ${tokens}`;
    case "create":
      return `created ${isolated(tribe.name)}`;
    case "seated":
      return `took ${seat === null ? "a seat" : `seat\u00a0${seat}`} in ${symbol}${alsoWords(activity)}`;
    case "out":
      return `${value === null ? "is out of" : "gave up a seat in"} ${symbol}${alsoWords(activity)}`;
  }
};

/**
 * What a trade put into the curve or pool, or took out of it: "+0.21". Without fees, which differ between traders. Null where
 * nothing was traded.
 */
export const activityFlow = ({ kind, value }: Activity): { readonly shown: string; readonly spoken: string } | null => {
  if (value === null) return null;
  const sol = shortSol(value);
  const isIn = kind === "buy" || kind === "seated";
  return { shown: `${isIn ? "+" : "−"}${sol}`, spoken: `for ${sol} SOL` };
};
