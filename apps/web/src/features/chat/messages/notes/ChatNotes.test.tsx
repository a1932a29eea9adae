import { addressSchema, lamports, signatureSchema, type TradePoint, tokenUnits, uidSchema } from "@tribe/contract";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { TradeNotes } from "./ChatNotes.tsx";

const addressOf = (sign: string) => z.parse(addressSchema, sign.repeat(32));
const uidOf = (name: string) => z.parse(uidSchema, name.padEnd(8, "-"));

const known = (name: string, sign: string) =>
  [String(addressOf(sign)), { uid: uidOf(name), displayName: name, pfp: null }] as const;

const trade = (seq: number, kind: TradePoint["kind"], sign: string): TradePoint => ({
  ...{ seq, kind, venue: "curve", trader: addressOf(sign), newTokens: null, blockTime: 1_790_000_000 + seq },
  signature: z.parse(signatureSchema, String(seq).repeat(88)),
  amount: tokenUnits(12_000_000_000n),
  supplyAfterTrade: tokenUnits(200_000_000_000n),
  value: lamports(2_950_000n),
  unitPrice: lamports(245_000n),
  priceAfter: lamports(250_000n),
});

it("names the traders: the reader as 'You', known people by name, and others by address", () => {
  const html = renderToStaticMarkup(
    <TradeNotes
      trades={[trade(1, "buy", "M"), trade(2, "buy", "W"), trade(3, "sell", "S")]}
      token={{ newMint: null, conversionRate: null, symbol: "LEN" }}
      personByAddress={new Map([known("Mara", "M"), known("Wren", "W")])}
      me={uidOf("Mara")}
    />,
  );
  const lines = html.split("<p").map((line) => line.replaceAll(/^[^>]*>|<[^>]+>/g, ""));
  expect(lines.filter((line) => /bought|sold/.test(line)).map((line) => line.replace(/ SOL.*/, " SOL"))).toEqual([
    "You bought 12 LEN for 0.00295 SOL",
    "Wren bought 12 LEN for 0.00295 SOL",
    "SSSSSS sold 12 LEN for 0.00295 SOL",
  ]);
});

it("joins what one person did one after another", () => {
  const trades = [trade(1, "buy", "M"), trade(2, "buy", "M"), trade(3, "sell", "M"), trade(4, "buy", "M")];
  const html = renderToStaticMarkup(
    <TradeNotes
      trades={trades}
      token={{ newMint: null, conversionRate: null, symbol: "LEN" }}
      personByAddress={new Map([known("Mara", "M")])}
      me={null}
    />,
  );
  const text = html.replaceAll(/<[^>]+>/g, "");
  expect(text).toContain("bought 24 LEN for 0.0059 SOL in 2 trades");
  expect(text.match(/bought|sold/g)).toEqual(["bought", "sold", "bought"]);
  expect(text).not.toContain("more trade");
});

it("states a pool's trades in new tokens", () => {
  const html = renderToStaticMarkup(
    <TradeNotes
      trades={[{ ...trade(1, "sell", "M"), venue: "pool", unitPrice: lamports(87_000_000n) }]}
      token={{ newMint: addressOf("N"), conversionRate: 2_119n, symbol: "TRA" }}
      personByAddress={new Map([known("Mara", "M")])}
      me={null}
    />,
  );
  expect(html.replaceAll(/<[^>]+>/g, "")).toContain("Mara sold 25,428,000 TRA for 0.00295 SOL");
});
