import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { address, lamports } from "@solana/kit";
import { defaultProgramAddress } from "@tribe/chain/accounts";
import { startLocalnet } from "@tribe/localnet";
import { expect, test } from "vitest";
import { connectChain } from "../../../engines/chain/connect.ts";
import { listen } from "./listen.ts";

const somebody = "4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T";

test("goes on hearing after the node was away for longer than one attempt", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tribe-listen-"));
  const options = { ledger: join(folder, "ledger"), slotMs: 20 };
  let localnet = await startLocalnet(options);
  const { rpcPort, rpcUrl } = localnet;
  const chain = connectChain({ rpcUrl, programAddress: defaultProgramAddress, isEmbedded: true });
  const ending = new AbortController();
  const heard = new Set<string>();
  let began = 0;
  let failed = 0;
  const ended = listen(chain, () => failed++, ending.signal, {
    mentions: somebody,
    heard: (signature) => heard.add(signature),
    subscribed: async () => {
      began++;
    },
  });
  const isHeardOf = async () => {
    const signature = await chain.rpc.requestAirdrop(address(somebody), lamports(1_000_000n)).send();
    await expect.poll(() => heard.has(signature)).toBe(true);
  };
  try {
    await expect.poll(() => began).toBe(1);
    await isHeardOf();
    await localnet.kill();
    // The lost connection, and at least two attempts that nobody answers.
    await expect.poll(() => failed).toBeGreaterThanOrEqual(3);
    localnet = await startLocalnet({ ...options, rpcPort });
    await expect.poll(() => began).toBe(2);
    await isHeardOf();
  } finally {
    ending.abort();
    await ended;
    await localnet.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
