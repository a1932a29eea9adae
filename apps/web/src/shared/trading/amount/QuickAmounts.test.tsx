import { quickBuySol, quickBuyTokens, quickSwapBuySol } from "@tribe/contract";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { QuickAmounts } from "./QuickAmounts.tsx";

const written = { exact: String, cut: String };
const labels = (
  buys: readonly (bigint | number)[] | null,
  holding: bigint | null,
  unit: "SOL" | "" = "",
  max: string | null = null,
  typed = "",
) => {
  const html = renderToString(
    <QuickAmounts {...{ buys, unit, max, holding, written, typed }} onPick={() => undefined} />,
  );
  return [...html.matchAll(/<button([^>]*)>(.*?)<\/button>/g)].map(
    ([, attributes = "", label = ""]) =>
      `${label.replace(/<[^>]+>/g, "")}${attributes.includes("disabled=") ? " off" : ""}${attributes.includes('aria-pressed="true"') ? " chosen" : ""}`,
  );
};

it("offers 1, 5 and 10 tokens for a buy, 1, 2 and 5 SOL in the pool, and the most that can be paid, 25, 50 and 100 % for a sell", () => {
  expect(labels(quickBuyTokens, null)).toEqual(["1", "5", "10", "MAX off"]);
  expect(labels(quickSwapBuySol, null, "SOL")).toEqual(["1 SOL", "2 SOL", "5 SOL", "MAX off"]);
  expect(labels(quickBuySol, null, "SOL", "4.8")).toEqual(["0.1 SOL", "0.25 SOL", "0.5 SOL", "MAX"]);
  expect(labels(null, 8n)).toEqual(["25%", "50%", "100%"]);
});

it("offers no share of nothing", () => {
  for (const holding of [0n, null]) expect(labels(null, holding)).toEqual(["25% off", "50% off", "100% off"]);
});

it("marks what the field says, whoever typed it", () => {
  expect(labels(quickBuySol, null, "SOL", "4.8", "0.25")).toEqual(["0.1 SOL", "0.25 SOL chosen", "0.5 SOL", "MAX"]);
  expect(labels(quickBuySol, null, "SOL", "4.8", "4.8")).toEqual(["0.1 SOL", "0.25 SOL", "0.5 SOL", "MAX chosen"]);
  expect(labels(null, 8n, "", null, "4")).toEqual(["25%", "50% chosen", "100%"]);
  expect(labels(quickBuyTokens, null)).not.toContain("MAX off chosen");
});
