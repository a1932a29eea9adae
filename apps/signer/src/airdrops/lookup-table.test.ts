import { readFileSync } from "node:fs";
import { localnetLookupTable } from "@tribe/chain/airdrop";
import { expect, it } from "vitest";
import { silentNode } from "../testing/chain-answers.ts";
import { checkedLookupTable } from "./lookup-table.ts";

const file = new URL("../../../server/src/engines/chain/lookup-table.json", import.meta.url);
const { account } = JSON.parse(readFileSync(file, "utf8"));
const owner: string = account.owner;
const data = new Uint8Array(Buffer.from(account.data[0], "base64"));

it("takes the cluster's lookup table once it has seen what is in it", async () => {
  expect(await checkedLookupTable(async () => [{ owner, data }], localnetLookupTable)).toBe(localnetLookupTable);
});

it("takes no table that is not there, holds other accounts, or is none; and waits for a node that is silent", async () => {
  const other = data.slice();
  other[60] = 1;
  for (const told of [null, { owner, data: other }, { owner: localnetLookupTable, data }])
    await expect(checkedLookupTable(async () => [told], localnetLookupTable)).rejects.toMatchObject({
      code: "refused",
    });
  await expect(checkedLookupTable(async () => [{ owner, data }], null)).rejects.toMatchObject({ code: "refused" });
  await expect(checkedLookupTable(silentNode, localnetLookupTable)).rejects.toMatchObject({ code: "unavailable" });
});
