import { readFileSync } from "node:fs";
import { localnetLookupTable } from "@tribe/chain/airdrop";
import { expect, it } from "vitest";
import { silentNode } from "../testing/chain-answers.ts";
import { checkedLookupTable } from "./lookup-table.ts";

const file = new URL("../../../server/src/engines/chain/lookup-table.json", import.meta.url);
const { account } = JSON.parse(readFileSync(file, "utf8"));
const owner: string = account.owner;
const data = new Uint8Array(Buffer.from(account.data[0], "base64"));

it("accepts the cluster's lookup table after it has checked the contents", async () => {
  expect(await checkedLookupTable(async () => [{ owner, data }], localnetLookupTable)).toBe(localnetLookupTable);
});

it("rejects a table that is missing, holds other accounts, or is not a table; and reports a silent node as unavailable", async () => {
  const other = data.slice();
  other[60] = 1;
  for (const told of [null, { owner, data: other }, { owner: localnetLookupTable, data }])
    await expect(checkedLookupTable(async () => [told], localnetLookupTable)).rejects.toMatchObject({
      code: "refused",
    });
  await expect(checkedLookupTable(async () => [{ owner, data }], null)).rejects.toMatchObject({ code: "refused" });
  await expect(checkedLookupTable(silentNode, localnetLookupTable)).rejects.toMatchObject({ code: "unavailable" });
});
