import { quickBuyTokens, quickSwapBuySol } from "@tribe/contract";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { QuickAmounts } from "./QuickAmounts.tsx";

const written = { exact: String, cut: String };
const labels = (buys: readonly bigint[] | null, holding: bigint | null, unit: "SOL" | "" = "") => {
  const html = renderToString(
    <QuickAmounts buys={buys} unit={unit} holding={holding} written={written} onPick={() => undefined} />,
  );
  return [...html.matchAll(/<button([^>]*)>(.*?)<\/button>/g)].map(
    ([, attributes = "", label = ""]) =>
      `${label.replace(/<[^>]+>/g, "")}${attributes.includes("disabled=") ? " off" : ""}`,
  );
};

it("offers 1, 5 and 10 tokens for a buy, 1, 2 and 5 SOL where SOL is spent, and 25, 50 and 100 % for a sell", () => {
  expect(labels(quickBuyTokens, null)).toEqual(["1", "5", "10"]);
  expect(labels(quickSwapBuySol, null, "SOL")).toEqual(["1 SOL", "2 SOL", "5 SOL"]);
  expect(labels(null, 8n)).toEqual(["25%", "50%", "100%"]);
});

it("offers no share of nothing", () => {
  for (const holding of [0n, null]) expect(labels(null, holding)).toEqual(["25% off", "50% off", "100% off"]);
});
