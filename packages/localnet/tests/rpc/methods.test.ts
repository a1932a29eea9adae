import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Chain } from "../../src/chain/chain.ts";
import { rpcMethods } from "../../src/rpc/methods.ts";

const README = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

/** The names in the first column of the table below a heading. */
function namesBelow(heading: string): string[] {
  const section = README.split(`## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("|"));
  return rows.slice(2).flatMap((row) => row.split("|")[1]?.match(/[a-zA-Z0-9]+(?=,|\s|$)/g) ?? []);
}

describe("the README's table of methods", () => {
  let chain: Chain;

  beforeAll(() => {
    chain = Chain.open({ autoTick: false });
  });

  afterAll(async () => {
    await chain.close();
  });

  it("has exactly the methods that are answered", () => {
    const answered = [...rpcMethods(chain, { enableWarp: true }).keys()];
    expect(namesBelow("Methods").sort()).toEqual(answered.sort());
  });

  it("has the test's own method disabled by default", () => {
    const names = [...rpcMethods(chain, { enableWarp: false }).keys()];
    expect(names).not.toContain("tribeWarp");
  });
});
