import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { addressSchema } from "@tribe/contract";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { keys } from "./keys.ts";
import { traderName, usePeopleOf } from "./token.ts";

const mint = z.parse(addressSchema, "So11111111111111111111111111111111111111112");
const [member, noted, holder, unknown] = ["M", "N", "H", "U"].map((sign) => z.parse(addressSchema, sign.repeat(32)));

const Names = () => {
  const people = usePeopleOf(mint);
  const traders = [member, noted, holder, unknown].flatMap((address) => (address ? [address] : []));
  return <p>{traders.map((trader) => traderName(trader, people.get(trader))).join(" ")}</p>;
};

it("names a trader as a member, by a seat's note, as a holder, or else by the first six characters of the address", () => {
  const cache = new QueryClient();
  const named = (displayName: string) => ({ uid: null, displayName, pfp: null });
  cache.setQueryData(keys.subscribers(mint), [{ address: member, ...named("Mara") }]);
  cache.setQueryData(keys.seatNotes(mint), [{ person: { address: noted, ...named("Nia") } }]);
  cache.setQueryData(keys.holders(mint), [
    { ownerAddress: holder, ...named("Hal") },
    { ownerAddress: member, ...named("An older name") },
  ]);
  const html = renderToString(
    <QueryClientProvider client={cache}>
      <Names />
    </QueryClientProvider>,
  );
  expect(html).toBe("<p>Mara Nia Hal UUUUUU</p>");
});
