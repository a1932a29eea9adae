import { verifySignature } from "@tribe/chain/transactions";
import {
  type Address,
  handleStatementSeconds,
  handleStatementText,
  routes,
  type SocialAccount,
  type UnsignedStatement,
  uidSchema,
} from "@tribe/contract";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { attestationSigner } from "../../engines/keys/attestation.ts";
import { startTestApp, type TestApp } from "../../testing/start-test-app.ts";
import { setFarcaster, setTwitter } from "../identity/index.ts";
import { newWallet, type Owner, walletFrames } from "./testing/wallet-frames.ts";

const { wallet } = routes;

let server: TestApp;
const { newOwner } = walletFrames(() => server);
beforeAll(async () => {
  server = await startTestApp();
});
afterEach(() => {
  server.clock.offset = 0;
});
afterAll(() => server.stop());

describe("the statement about a wallet owner's social account", () => {
  const stated = async (of: Owner, address: Address) =>
    (await of.frame.call(wallet.recipient, { query: { address } })).statement ?? null;
  const connectX = (of: Owner, account: Partial<SocialAccount> | null) =>
    server.ctx.db.transaction((tx) =>
      setTwitter(
        tx,
        uidSchema.parse(of.frame.uid),
        account && { id: of.frame.uid, handle: "harbour", name: "Harbour Radio", ...account },
        null,
      ),
    );
  const bytesOf = (of: UnsignedStatement) => Uint8Array.from(Buffer.from(handleStatementText(of)));

  test("is valid for a day, with a key that signs nothing else", async () => {
    const [asking, owner] = [await newOwner(), await newOwner()];
    const { address } = owner.owner;
    expect(await stated(asking, address)).toBeNull();
    await connectX(owner, {});
    const statement = await stated(asking, address);
    if (!statement) return expect.unreachable();
    expect(statement).toMatchObject({ kind: "x", accountId: owner.frame.uid, handle: "harbour", address });
    const left = statement.expiresAt - server.ctx.now();
    expect(left > 0 && left <= handleStatementSeconds * 1_000).toBe(true);
    const { address: key } = await attestationSigner(server.ctx.keys);
    expect(key).not.toBe(server.ctx.keys.admin.address);
    expect(await verifySignature(bytesOf(statement), statement.signature, key)).toBe(true);
    const changes = [{ handle: "other" }, { kind: "farcaster" }, { accountId: "1" }, { expiresAt: 1 }] as const;
    for (const change of [...changes, { address: asking.owner.address }])
      expect(await verifySignature(bytesOf({ ...statement, ...change }), statement.signature, key)).toBe(false);
    const { db } = server.ctx;
    await db.transaction((tx) =>
      setFarcaster(
        tx,
        uidSchema.parse(owner.frame.uid),
        { id: owner.frame.uid, handle: "harbour.eth", name: "Harbour" },
        null,
      ),
    );
    await connectX(owner, null);
    expect(await stated(asking, address)).toMatchObject({ kind: "farcaster", handle: "harbour.eth" });
  });

  test("is not made for an ambiguous handle, a nerfed person, or a wallet that is unknown here", async () => {
    const [asking, owner] = [await newOwner(), await newOwner()];
    const { address } = owner.owner;
    for (const handle of ["harbour:radio", "", "har bour", "hаrbour"]) {
      await connectX(owner, { handle });
      expect(await stated(asking, address), handle).toBeNull();
    }
    await connectX(owner, {});
    expect(await stated(asking, address)).not.toBeNull();
    await server.ctx.db.execute(sql`update people set is_nerfed = true where uid = ${owner.frame.uid}`);
    expect(await stated(asking, address)).toBeNull();
    expect(await stated(asking, newWallet().address)).toBeNull();
  });

  test("is not made for an address that only the database assigns to the person", async () => {
    const [asking, owner, thief] = [await newOwner(), await newOwner(), await newOwner()];
    await connectX(owner, {});
    const put = (uid: string, address: string | null) =>
      server.ctx.db.execute(sql`update people set address = ${address} where uid = ${uid}`);
    await put(thief.frame.uid, null);
    await put(owner.frame.uid, thief.owner.address);
    expect(await stated(asking, thief.owner.address)).toBeNull();
    // Nor if the wallet's record is forged to match: the call succeeds, without a name.
    await server.ctx.db.execute(
      sql`update wallet_records set body = replace(body, ${owner.owner.address}, ${thief.owner.address}) where uid = ${owner.frame.uid}`,
    );
    expect(await stated(asking, thief.owner.address)).toBeNull();
  });
});
