import { readFile, writeFile } from "node:fs/promises";
import { routes } from "@tribe/contract";
import { createTrader, gather, tokens } from "../../e2e/support/people/people.ts";
import { insideEnv, memoryInside } from "../../e2e/support/product/inside.ts";
import { childrenOf, serverProgram } from "../../e2e/support/product/processes.ts";
import type { Row } from "../suite.ts";
import { withProduct } from "./product.ts";

/** The number of rounds, each with a new process. */
const rounds = 3;
const mebibyte = 1_048_576;

/**
 * The memory that a plan needs on the server: the peak of resident memory (the kernel's VmHWM) above what the idle process
 * needs. Database, chain and callers are separate processes and not included. The whole plan is included: each round has a
 * newly started server, the mark is reset after a forced garbage collection, and the heap that is unused then counts as the
 * plan's, which may use it. The largest round is reported. Only Linux has such a mark.
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
      // Loads the session, connections and code that any call needs.
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

/** Resets the kernel's mark (proc(5), clear_refs). */
const setBackPeak = (pid: number): Promise<void> => writeFile(`/proc/${pid}/clear_refs`, "5");

/** The peak of a process's resident memory since the mark was reset, in bytes. */
const peakOf = async (pid: number): Promise<number> => {
  const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1];
  if (kilobytes === undefined) throw new Error("the kernel keeps no mark of the largest memory");
  return Number(kilobytes) * 1_024;
};
