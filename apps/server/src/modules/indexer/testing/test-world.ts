import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateKeyPairSigner, type KeyPairSigner, lamports as kitLamports, signBytes } from "@solana/kit";
import { defaultProgramAddress, fromChainAddress } from "@tribe/chain/accounts";
import { localnetLookupTable } from "@tribe/chain/airdrop";
import { fromBase64, toSignature } from "@tribe/chain/transactions";
import {
  type Address,
  type Base64,
  type Mint,
  routes,
  type SocialAccount,
  type TokenId,
  type TokenUnits,
  type TransactionSignature,
  tokenUnits,
  tradeState,
  unitsPerToken,
} from "@tribe/contract";
import { type EmbeddedChain, startEmbeddedChain } from "../../../engines/chain/embedded.ts";
import type { Chain } from "../../../engines/chain/port.ts";
import { setUpFactory } from "../../../engines/chain/set-up-factory.ts";
import { openFileKeys, openSuperAdmin } from "../../../engines/keys/embedded.ts";
import type { ChainSigner } from "../../../engines/keys/port.ts";
import { chainCommand } from "../../../testing/chain-command.ts";
import { startTestApp, type TestApp, type TestDevice } from "../../../testing/start-test-app.ts";
import { setAddress, setTwitter } from "../../identity/index.ts";

const sol = 1_000_000_000n;

/** Somebody with a session, a funded wallet and a connected X account. */
export interface TestPerson extends TestDevice {
  readonly wallet: KeyPairSigner;
  readonly address: Address;
  readonly uid: string;
  readonly name: string;
  sign(message: Base64): Promise<TransactionSignature>;
}

/** A Tribe that is confirmed and indexed. */
export interface TestTribe {
  readonly mint: Mint;
  readonly tokenId: TokenId;
  readonly chief: TestPerson;
}

/** A whole server on a real chain and a real database, with helpers for the steps of tests. */
export interface TestWorld {
  readonly app: TestApp;
  readonly chain: EmbeddedChain;
  /** Opened beside the server, as an operator does. */
  readonly superAdmin: ChainSigner;
  /** The folder of the keys. */
  readonly dataDir: string;
  newPerson(options?: { readonly sol?: bigint; readonly isConnected?: boolean }): Promise<TestPerson>;
  newTribe(firstBuyTokens?: bigint, chiefSol?: bigint): Promise<TestTribe>;
  /** Buys whole tokens and waits until the trade is confirmed and indexed. */
  buy(person: TestPerson, tribe: TestTribe, tokens: bigint): Promise<void>;
  /** Buys all that is left on the curve. */
  buyOut(person: TestPerson, tribe: TestTribe): Promise<void>;
  /** Lets so many blocks pass at once. */
  warp(slots: number): Promise<void>;
  sell(person: TestPerson, tribe: TestTribe, tokens: bigint): Promise<void>;
  stop(): Promise<void>;
}

/** Asks again until there is an answer. @throws Error after `timeoutMs` */
export const eventually = async <T>(
  what: string,
  ask: () => Promise<T | null | false>,
  timeoutMs = 60_000,
): Promise<T> => {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer !== null && answer !== false) return answer;
    if (Date.now() > deadline) throw new Error(`waited ${timeoutMs} ms in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
};

/** Starts chain, database and server for a test file; `reach` can put faults between server and chain. */
export const startTestWorld = async (
  reach: (chain: Chain) => Chain = (chain) => chain,
  /** `light`: the folder of Light Protocol's package, for airdrops. */
  more: { readonly light?: string } = {},
): Promise<TestWorld> => {
  const folder = await mkdtemp(join(tmpdir(), "tribe-market-"));
  await chmod(folder, 0o711);
  const keys = await openFileKeys(folder);
  const superAdmin = await openSuperAdmin(folder);
  const chain = await startEmbeddedChain({
    ledger: join(folder, "ledger"),
    rpcPort: 0,
    programAddress: defaultProgramAddress,
    upgradeAuthority: superAdmin.address,
    slotMs: 50,
    enableWarp: true,
    ...(await chainCommand()),
    ...more,
  });
  await setUpFactory(chain, { admin: keys.admin, superAdmin });
  const hasCompression = more.light !== undefined;
  const config = { hasCompression, lookupTable: hasCompression ? localnetLookupTable : null };
  const app = await startTestApp({ chain: reach(chain), keys, withWorkers: true, config });
  let count = 0;

  const newPerson: TestWorld["newPerson"] = async (options = {}) => {
    const device = await app.newPerson();
    const wallet = await generateKeyPairSigner();
    const address = fromChainAddress(wallet.address);
    count += 1;
    // Other events may be on their way, too.
    const number = count;
    const name = `Person ${number}`;
    const { localUser } = await device.call(routes.identity.signIn, { body: { loginMethod: "email" } });
    const social: SocialAccount = { id: `x-${number}-${Date.now()}`, handle: `person${number}`, name };
    await app.ctx.db.transaction(async (tx) => {
      await setAddress(tx, localUser.uid, address);
      if (options.isConnected !== false)
        await setTwitter(tx, localUser.uid, social, "https://pictures.example.test/a.png");
    });
    await airdrop(chain, wallet.address, (options.sol ?? 50n) * sol);
    return Object.assign(device, {
      wallet,
      address,
      uid: localUser.uid,
      name,
      sign: async (message: Base64) => toSignature(await signBytes(wallet.keyPair.privateKey, fromBase64(message))),
    });
  };

  const trade = async (person: TestPerson, tribe: TestTribe, direction: "buy" | "sell", amount: TokenUnits) => {
    const prepared = await person.call(routes.factory.prepareTrade, {
      body: {
        idempotencyKey: crypto.randomUUID(),
        mint: tribe.mint,
        tokenId: tribe.tokenId,
        tradeType: direction === "buy" ? "BUY_WITH_FIXED_TOKEN" : "SELL_WITH_FIXED_TOKEN",
        tokenAmountInLamports: amount,
      },
    });
    const { signature } = await person.call(routes.factory.submitTrade, {
      body: { ticket: prepared.ticket, signature: await person.sign(prepared.message) },
    });
    await eventually("the trade ends", async () => {
      const status = await person.call(routes.factory.tradeStatus, { query: { ticket: prepared.ticket } });
      if (status.state === tradeState.failed) throw new Error(`the trade failed: ${status.errorReason}`);
      return status.state === tradeState.succeeded;
    });
    await eventually("the trade is indexed", async () =>
      (await person.call(routes.market.history, { query: { mint: tribe.mint, offset: 0, limit: 100 } })).some(
        (point) => point.signature === signature,
      ),
    );
  };

  return {
    app,
    chain,
    superAdmin,
    dataDir: folder,
    newPerson,
    newTribe: async (firstBuyTokens = 0n, chiefSol = 50n) => {
      const chief = await newPerson({ sol: chiefSol });
      const prepared = await chief.call(routes.factory.prepareCreation, {
        body: {
          name: chief.name,
          symbol: "PER",
          pfpUrl: "https://pictures.example.test/a.png",
          amountInLamports: tokenUnits(firstBuyTokens * unitsPerToken),
        },
      });
      const { tokenId, mint } = prepared;
      await chief.call(routes.factory.submitCreation, {
        body: { tokenId, signature: await chief.sign(prepared.message) },
      });
      await eventually("the Tribe is created", async () => {
        const status = await chief.call(routes.factory.creationStatus, { query: { tokenId } });
        if (status.state < 0) throw new Error(`the creation failed: ${status.errorReason}`);
        return status.state === 2;
      });
      await eventually("the Tribe is indexed", () =>
        chief.call(routes.market.profile, { query: { mint } }).catch(() => null),
      );
      return { mint, tokenId, chief };
    },
    buy: (person, tribe, tokens) => trade(person, tribe, "buy", tokenUnits(tokens * unitsPerToken)),
    buyOut: async (person, tribe) => {
      const { maxSupply, supply } = await person.call(routes.market.profile, { query: { mint: tribe.mint } });
      await trade(person, tribe, "buy", tokenUnits(maxSupply - supply));
    },
    sell: (person, tribe, tokens) => trade(person, tribe, "sell", tokenUnits(tokens * unitsPerToken)),
    warp: async (slots) => {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tribeWarp", params: [{ slots }] });
      await fetch(chain.rpcUrl, { method: "POST", headers: { "content-type": "application/json" }, body });
    },
    stop: async () => {
      await app.stop();
      await chain.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const airdrop = async (chain: EmbeddedChain, to: KeyPairSigner["address"], amount: bigint): Promise<void> => {
  // Only test clusters have this method, so that kit's type does not include it.
  const faucet = chain.rpc as unknown as {
    requestAirdrop(to: KeyPairSigner["address"], amount: bigint): { send(): Promise<unknown> };
  };
  await faucet.requestAirdrop(to, kitLamports(amount)).send();
  await eventually("the airdrop arrives", async () => {
    const { value } = await chain.rpc.getBalance(to, { commitment: "confirmed" }).send();
    return value >= amount;
  });
};
