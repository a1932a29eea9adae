import { fork } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Connection, Keypair } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import { type Localnet, LocalnetStartError, startLocalnet } from "../src/index.ts";
import { anyAddress, field, PATIENCE, signed, temporaryFolder, transfer } from "./support.ts";

const STEP = 1_000_000;

async function rpc(localnet: Localnet, method: string, ...params: unknown[]): Promise<unknown> {
  const response = await fetch(localnet.rpcUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  return field(await response.json(), "result");
}

/** Sends transfers until the chain is gone; those that were acknowledged. */
async function load(localnet: Localnet, payer: Keypair, to: ReturnType<typeof anyAddress>, first: number) {
  const sent: { signature: string; lamports: number; wire: string }[] = [];
  for (let i = 0; ; i++) {
    try {
      const latest = await rpc(localnet, "getLatestBlockhash", { commitment: "processed" });
      const lamports = STEP + first + i;
      const wire = signed(
        [transfer(payer.publicKey, to, lamports)],
        payer,
        String(field(latest, "value", "blockhash")),
      );
      const signature = await rpc(localnet, "sendTransaction", wire, {
        encoding: "base64",
        skipPreflight: i % 2 === 0,
      });
      if (typeof signature === "string") sent.push({ signature, lamports, wire });
    } catch {
      return sent;
    }
  }
}

describe("a ledger survives SIGKILL", () => {
  it("loses no acknowledged transaction and executes none twice, three times in a row", async () => {
    const folder = temporaryFolder();
    const payer = Keypair.generate();
    const to = anyAddress();
    let localnet = await startLocalnet({ ledger: folder.path, slotMs: 20 });
    await rpc(localnet, "requestAirdrop", payer.publicKey.toBase58(), 1e12);
    const sent: Awaited<ReturnType<typeof load>> = [];
    let slot = 0;
    let time = 0;
    for (let round = 0; round < 3; round++) {
      const running = load(localnet, payer, to, round * 100_000);
      const before = sent.length;
      await expect
        .poll(() => rpc(localnet, "getTransactionCount", { commitment: "processed" }), PATIENCE)
        .toBeGreaterThan(before + 30 * (round + 1));
      slot = Number(await rpc(localnet, "getSlot", { commitment: "processed" }));
      time = Number(await rpc(localnet, "getBlockTime", slot));
      await localnet.kill();
      sent.push(...(await running));
      localnet = await startLocalnet({ ledger: folder.path, slotMs: 20 });
      const nowSlot = Number(await rpc(localnet, "getSlot", { commitment: "processed" }));
      expect(nowSlot).toBeGreaterThan(slot);
      expect(Number(await rpc(localnet, "getBlockTime", nowSlot))).toBeGreaterThanOrEqual(time);
      // The same bytes again, now that the process that knew them is gone.
      const again = sent.at(-1);
      if (again !== undefined)
        await rpc(localnet, "sendTransaction", again.wire, { encoding: "base64", skipPreflight: true });
    }
    const connection = new Connection(localnet.rpcUrl, "confirmed");
    const history: string[] = [];
    for (let before: string | undefined; ; ) {
      const page = await connection.getSignaturesForAddress(to, before === undefined ? {} : { before }, "confirmed");
      history.push(...page.map(({ signature }) => signature));
      before = page.at(-1)?.signature;
      if (before === undefined) break;
    }
    expect(new Set(history).size).toBe(history.length);
    expect(sent.filter(({ signature }) => !history.includes(signature))).toEqual([]);
    // A transfer may have been executed and journaled without its answer having left: at most one for each kill.
    expect(history.length - sent.length).toBeLessThanOrEqual(3);
    const moved = await Promise.all(
      history.map(async (signature) => {
        const options = { commitment: "confirmed", maxSupportedTransactionVersion: 0 } as const;
        const found = await connection.getTransaction(signature, options);
        return (found?.meta?.postBalances[1] ?? 0) - (found?.meta?.preBalances[1] ?? 0);
      }),
    );
    const total = moved.reduce((sum, lamports) => sum + lamports, 0);
    expect(await connection.getBalance(to)).toBe(total);
    expect(await connection.getBalance(payer.publicKey)).toBe(1e12 - total - 5000 * history.length);
    await localnet.stop();
    folder.remove();
  });
});

describe("a localnet whose parent is killed", () => {
  it("ends, and leaves a ledger that opens", async () => {
    const folder = temporaryFolder();
    const loader = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
    const script = fileURLToPath(new URL("./fixtures/parent.ts", import.meta.url));
    const parent = fork(script, [folder.path], { execArgv: ["--import", loader] });
    const pid = await new Promise((resolve) => parent.once("message", (message) => resolve(field(message, "pid"))));
    parent.kill("SIGKILL");
    const alive = () => {
      try {
        return process.kill(Number(pid), 0);
      } catch {
        return false;
      }
    };
    await expect.poll(alive, PATIENCE).toBe(false);
    const next = await startLocalnet({ ledger: folder.path });
    await next.stop();
    folder.remove();
  });
});

describe("starting", () => {
  const failure = async (start: Promise<Localnet>) => {
    const error = await start.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    return error instanceof LocalnetStartError ? error.failure : undefined;
  };

  it("says that the ledger is in use, that the port is taken, and that a file is missing", async () => {
    const [folder, other] = [temporaryFolder(), temporaryFolder()];
    const first = await startLocalnet({ ledger: folder.path });
    expect(await failure(startLocalnet({ ledger: folder.path }))).toBe("ledger-locked");
    expect(await failure(startLocalnet({ ledger: other.path, rpcPort: first.rpcPort }))).toBe("port-taken");
    const programs = [{ id: anyAddress().toBase58(), file: "/nowhere.so" }];
    expect(await failure(startLocalnet({ ledger: other.path, programs }))).toBe("bad-option");
    await first.stop();
    for (const { remove } of [folder, other]) remove();
  });
});
