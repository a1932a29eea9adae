import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodeFactory, defaultProgramAddress, factoryAddress, poolProgramAddress, toChainAddress } from "@tribe/chain";
import { expect, test } from "vitest";
import { openFileKeys, openSuperAdmin } from "../keys/embedded.ts";
import { webSocketUrlOf } from "./connect.ts";
import { startEmbeddedChain } from "./embedded.ts";
import { hasFactory, setUpFactory } from "./set-up-factory.ts";

test("the factory is set up once, with our admin, however often it is asked for, beside the pool program", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "tribe-chain-"));
  const { admin } = await openFileKeys(dataDir);
  const superAdmin = await openSuperAdmin(dataDir);
  const chain = await startEmbeddedChain({
    ledger: join(dataDir, "ledger"),
    rpcPort: 0,
    programAddress: defaultProgramAddress,
    upgradeAuthority: superAdmin.address,
    slotMs: 20,
  });
  try {
    expect(await hasFactory(chain)).toBe(false);
    await setUpFactory(chain, { admin, superAdmin });
    await setUpFactory(chain, { admin, superAdmin });
    const address = toChainAddress(await factoryAddress(chain.programAddress));
    const { value } = await chain.rpc.getAccountInfo(address, { encoding: "base64", commitment: "confirmed" }).send();
    expect(decodeFactory(Buffer.from(value?.data[0] ?? "", "base64"))).toMatchObject({
      admin: admin.address,
      superAdmin: superAdmin.address,
    });
    const pool = toChainAddress(poolProgramAddress);
    const found = await chain.rpc.getAccountInfo(pool, { encoding: "base64", commitment: "confirmed" }).send();
    expect(found.value?.executable).toBe(true);
  } finally {
    await chain.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});

test("PubSub is the next port where the RPC names one, else the same host", () => {
  expect(webSocketUrlOf("http://127.0.0.1:8899")).toBe("ws://127.0.0.1:8900");
  expect(webSocketUrlOf("https://rpc.example/key")).toBe("wss://rpc.example/key");
});
