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
) => {
  const html = renderToString(
    <QuickAmounts buys={buys} unit={unit} max={max} holding={holding} written={written} onPick={() => undefined} />,
  );
  return [...html.matchAll(/<button([^>]*)>(.*?)<\/button>/g)].map(
    ([, attributes = "", label = ""]) =>
      `${label.replace(/<[^>]+>/g, "")}${attributes.includes("disabled=") ? " off" : ""}`,
  );
};

it("offers 1, 5 and 10 tokens for a buy, 1, 2 and 5 SOL in the pool, and the most that can be paid, 25, 50 and 100 % for a sell", () => {
  expect(labels(quickBuyTokens, null)).toEqual(["1", "5", "10", "Max off"]);
  expect(labels(quickSwapBuySol, null, "SOL")).toEqual(["1 SOL", "2 SOL", "5 SOL", "Max off"]);
  expect(labels(quickBuySol, null, "SOL", "4.8")).toEqual(["0.1 SOL", "0.25 SOL", "0.5 SOL", "Max"]);
  expect(labels(null, 8n)).toEqual(["25%", "50%", "100%"]);
});

it("offers no share of nothing", () => {
  for (const holding of [0n, null]) expect(labels(null, holding)).toEqual(["25% off", "50% off", "100% off"]);
});
