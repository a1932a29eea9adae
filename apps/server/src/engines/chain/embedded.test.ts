import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  decodeFactory,
  defaultProgramAddress,
  factoryAddress,
  onceProgramAddress,
  poolProgramAddress,
  toChainAddress,
} from "@tribe/chain/accounts";
import { expect, test } from "vitest";
import { openFileKeys, openSuperAdmin } from "../keys/embedded.ts";
import { connectChain, webSocketUrlOf } from "./connect.ts";
import { startEmbeddedChain } from "./embedded.ts";
import { ChainStartError } from "./port.ts";
import { hasFactory, setUpFactory } from "./set-up-factory.ts";
import { startRpcNode } from "./testing/rpc-node.ts";

test("the factory is set up once, with our admin, even after repeated requests, and the pool's and the airdrops' programs are deployed", async () => {
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
    for (const beside of [poolProgramAddress, onceProgramAddress].map(toChainAddress)) {
      const found = await chain.rpc.getAccountInfo(beside, { encoding: "base64", commitment: "confirmed" }).send();
      expect(found.value?.executable).toBe(true);
    }
  } finally {
    await chain.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});

test("a chain whose factory is of an earlier version is refused with a message that says what to do", async () => {
  const factory = toChainAddress(await factoryAddress(defaultProgramAddress));
  const data = new Uint8Array(376);
  // The discriminator of a factory, then its version: 1, the previous one.
  data.set([0x9f, 0x44, 0xc0, 0x3d, 0x30, 0xf9, 0xd8, 0xca, 1]);
  const account = {
    data: [Buffer.from(data).toString("base64"), "base64"],
    ...{ executable: false, lamports: 1, owner: defaultProgramAddress, rentEpoch: 0, space: data.length },
  };
  const { url } = await startRpcNode({
    one: ({ id, params }) => {
      const value = params[0] === factory ? account : null;
      return JSON.stringify({ jsonrpc: "2.0", id, result: { context: { slot: 1 }, value } });
    },
  });
  const dataDir = await mkdtemp(join(tmpdir(), "tribe-chain-"));
  const chain = connectChain({ rpcUrl: url, programAddress: defaultProgramAddress, isEmbedded: true });
  const { admin } = await openFileKeys(dataDir);
  const setUp = setUpFactory(chain, { admin, superAdmin: await openSuperAdmin(dataDir) });
  await expect(setUp).rejects.toThrow(ChainStartError);
  await expect(setUp).rejects.toThrow(/made by an earlier version of Tribe.*npm start -- --reset/);
  await rm(dataDir, { recursive: true, force: true });
});

test("PubSub is the next port where the RPC names one, else the same host", () => {
  expect(webSocketUrlOf("http://127.0.0.1:8899")).toBe("ws://127.0.0.1:8900");
  expect(webSocketUrlOf("https://rpc.example/key")).toBe("wss://rpc.example/key");
});
