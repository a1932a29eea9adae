import { readFile, writeFile } from "node:fs/promises";
import { routes } from "@tribe/contract";
import { createTrader, gather, tokens } from "../../e2e/support/people/people.ts";
import { insideEnv, memoryInside } from "../../e2e/support/product/inside.ts";
import { childrenOf } from "../../e2e/support/product/processes.ts";
import { serverProgram } from "../../e2e/support/product/tribe.ts";
import type { Row } from "../suite.ts";
import { withProduct } from "./product.ts";

/** Each in a process that has planned nothing before. */
const rounds = 3;
const mebibyte = 1_048_576;

/**
 * What a plan takes of the server that makes it: resident memory at its peak, by the kernel's own mark (VmHWM), above what the
 * process needs at rest. Nothing else is in that figure: database, chain and whoever asks are processes of their own. And nothing
 * of the plan is left out of it: each round has a server that has just started, the mark is set back after a forced collection, and
 * what the heap keeps unused by then is counted as the plan's, which may take it. The largest of the rounds stands. Linux alone
 * keeps such a mark.
 */
export const planMemoryRows = async (scale: number): Promise<readonly Row[]> => {
  if (process.platform !== "linux") return [];
  const holders = Math.max(10, Math.round(100_000 * scale));
  return withProduct(insideEnv, async ({ tribe, folder, addHolders }) => {
    const chief = await createTrader(tribe.appUrl, "planchief");
    const mint = await gather([chief]);
    await chief.trade(mint, { side: "buy", tokens: tokens(100) });
    await addHolders(mint, holders);
    const order = {
      ...{ mint, airdropMintAddress: mint, airdropAmount: tokens(50), tokenType: "Token-2022" as const, options: {} },
    };
    const taken: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await tribe.stop();
      await tribe.start();
      const [pid] = await childrenOf(process.pid, serverProgram);
      if (pid === undefined) throw new Error("the server is not there");
      // Its session, connections and code, which any call needs.
      await chief.api(routes.airdrop.existing, { query: { mint } });
      const { rss, unused } = await memoryInside(folder, pid);
      await setBackPeak(pid);
      const { taskId, task } = await chief.api(routes.airdrop.create, { body: order });
      if (task.recipients < holders) throw new Error(`${task.recipients} recipients were planned`);
      taken.push((await peakOf(pid)) - (rss - unused));
      await chief.api(routes.airdrop.terminate, { body: { taskId } });
    }
    const value = Math.round((Math.max(...taken) / mebibyte) * 10) / 10;
    return [{ name: `plan.${holders}.memory`, value, unit: "MB", bar: 200, better: "lower" }];
  });
};

/** Lets the kernel's mark begin anew (proc(5), clear_refs). */
const setBackPeak = (pid: number): Promise<void> => writeFile(`/proc/${pid}/clear_refs`, "5");

/** The most resident memory of a process since its mark was set back, in bytes. */
const peakOf = async (pid: number): Promise<number> => {
  const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1];
  if (kilobytes === undefined) throw new Error("the kernel keeps no mark of the largest memory");
  return Number(kilobytes) * 1_024;
};
