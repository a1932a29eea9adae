import { createServer, type Server } from "node:http";
import { routes } from "@tribe/contract";
import { sql } from "drizzle-orm";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { createSiweMessage } from "viem/siwe";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod/mini";
import { withTableLocked } from "../../testing/lock-table.ts";
import { startTestApp, type TestApp, type TestDevice } from "../../testing/start-test-app.ts";
import { setTwitter } from "../identity/index.ts";

const { social, identity } = routes;

const askedSchema = z.object({
  siweUri: z.string(),
  domain: z.string(),
  nonce: z.string(),
  expirationTime: z.string(),
  acceptAuthAddress: z.literal(false),
});

/** A relay and a registry in one; each test sets who approves, and what they sign. */
const farcaster = {
  fid: 1,
  owner: privateKeyToAccount(generatePrivateKey()),
  /** The account that `owner` has in the registry. */
  custodyOf: 1n,
  isApproved: true,
  isChainDown: false,
  username: "ada",
  changes: {} as Partial<Parameters<typeof createSiweMessage>[0]>,
  signer: null as ReturnType<typeof privateKeyToAccount> | null,
  channels: new Map<string, z.output<typeof askedSchema>>(),
};
let provider: Server;
let server: TestApp;

const sign = async ({ siweUri, domain, nonce, expirationTime }: z.output<typeof askedSchema>) => {
  const { owner, changes, signer, fid } = farcaster;
  const message = createSiweMessage({
    address: owner.address,
    chainId: 10,
    version: "1",
    statement: "Farcaster Auth",
    domain,
    nonce,
    uri: siweUri,
    issuedAt: new Date(),
    expirationTime: new Date(expirationTime),
    resources: [`farcaster://fid/${fid}`],
    ...changes,
  });
  return { message, signature: await (signer ?? owner).signMessage({ message }) };
};

const readJson = async (request: AsyncIterable<Buffer>): Promise<unknown> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
};

beforeAll(async () => {
  provider = createServer(async (request, response) => {
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (request.url === "/v1/channel") {
      const channelToken = crypto.randomUUID();
      farcaster.channels.set(channelToken, z.parse(askedSchema, await readJson(request)));
      return json(201, { channelToken, url: `https://farcaster.example/~/siwf?channelToken=${channelToken}` });
    }
    if (request.url === "/v1/channel/status") {
      const asked = farcaster.channels.get(request.headers.authorization?.replace("Bearer ", "") ?? "");
      if (!asked) return json(401, { error: "Unauthorized" });
      if (!farcaster.isApproved) return json(202, { state: "pending" });
      const { username } = farcaster;
      return json(200, { state: "completed", ...(await sign(asked)), fid: 999, username, displayName: "Ada Okafor" });
    }
    if (farcaster.isChainDown) return json(503, {});
    const { id, params } = z.parse(
      z.object({
        id: z.number(),
        params: z.tuple([z.object({ to: z.optional(z.string()), data: z.string() })], z.unknown()),
      }),
      await readJson(request),
    );
    const [{ to, data }] = params;
    const isRegistry = to?.toLowerCase() === "0x00000000fc6c5f01fc30151999387bb99a9f489b";
    if (!isRegistry) return json(200, { jsonrpc: "2.0", id, error: { code: 3, message: "execution reverted" } });
    const isOwner = data.toLowerCase().endsWith(farcaster.owner.address.slice(2).toLowerCase());
    const fid = isOwner ? farcaster.custodyOf : 0n;
    return json(200, { jsonrpc: "2.0", id, result: `0x${fid.toString(16).padStart(64, "0")}` });
  });
  await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
  const address = provider.address();
  const url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  server = await startTestApp({ config: { farcaster: { relayUrl: url, rpcUrl: `${url}/rpc` } } });
});
afterAll(async () => {
  await server.stop();
  provider.close();
});
beforeEach(() => {
  const fid = farcaster.fid + 1;
  Object.assign(farcaster, {
    fid,
    custodyOf: BigInt(fid),
    owner: privateKeyToAccount(generatePrivateKey()),
    username: "ada",
    isApproved: true,
    isChainDown: false,
    changes: {},
    signer: null,
  });
});

const begin = async (person: TestDevice) => (await person.call(social.startFarcaster, {})).connectionId;
const finish = (person: TestDevice, connectionId: string) =>
  person.call(social.finishFarcaster, { body: { connectionId } });
const whole = async (person: TestDevice) => finish(person, await begin(person));
const localUser = async (person: TestDevice) =>
  (await person.call(identity.signIn, { body: { loginMethod: "email" } })).localUser;
const codeIs = async (call: Promise<unknown>) =>
  call.then(
    () => "it worked",
    (error: { code?: string }) => error.code,
  );
const denied = "farcaster_denied";

test("an approval connects the account that its signer has custody of, not one that the relay names", async () => {
  const person = await server.newPerson();
  farcaster.isApproved = false;
  const id = await begin(person);
  expect(await finish(person, id)).toEqual({ outcome: "pending" });
  farcaster.isApproved = true;
  const account = { id: String(farcaster.fid), handle: "ada", name: "Ada Okafor" };
  expect(await finish(person, id)).toEqual({ outcome: "connected", farcaster: account });
  expect(await localUser(person)).toMatchObject({ displayName: "Ada Okafor", farcaster: account, twitter: null });
  // It counts as a social account.
  expect((await person.call(identity.updateUser, { body: { bio: "hi" } })).localUser.bio).toBe("hi");
  expect(await person.call(social.unlinkFarcaster, {})).toEqual({ farcaster: null });
  expect(await localUser(person)).toMatchObject({ farcaster: null, pfp: null });
  expect(await codeIs(person.call(identity.updateUser, { body: { bio: "no" } }))).toBe("social_required");
});

const stranger = privateKeyToAccount(generatePrivateKey());
const past = (): Date => new Date(Date.now() - 60_000);
const forgeries: [string, () => Partial<typeof farcaster>][] = [
  ["for another domain", () => ({ changes: { domain: "evil.example" } })],
  ["for another address of the app", () => ({ changes: { uri: "https://evil.example" } })],
  ["with another connection's nonce", () => ({ changes: { nonce: "0123456789abcdef" } })],
  ["that has ended", () => ({ changes: { expirationTime: past() } })],
  ["that never ends", () => ({ changes: { expirationTime: undefined } })],
  ["that has not begun", () => ({ changes: { notBefore: new Date(Date.now() + 600_000) } })],
  ["of another chain", () => ({ changes: { chainId: 1 } })],
  ["of no account", () => ({ changes: { resources: [] } })],
  ["of two accounts", () => ({ changes: { resources: ["farcaster://fid/1", "farcaster://fid/2"] } })],
  ["with another statement", () => ({ changes: { statement: "I give you everything" } })],
  ["by a stranger's key", () => ({ signer: stranger })],
  ["by the custodian of another account", () => ({ custodyOf: 4_242n })],
  ["by an address without an account", () => ({ custodyOf: 0n })],
];
test.each(forgeries)("a message %s connects nothing, and uses up its connection request", async (_name, forge) => {
  const person = await server.newPerson();
  const id = await begin(person);
  Object.assign(farcaster, forge());
  expect(await codeIs(finish(person, id))).toBe(denied);
  Object.assign(farcaster, { changes: {}, signer: null, custodyOf: BigInt(farcaster.fid) });
  expect(await codeIs(finish(person, id))).toBe(denied);
  expect((await localUser(person)).farcaster).toBeNull();
});

test("a connection request works once, for the session that started it, and for ten minutes", async () => {
  const [person, other] = [await server.newPerson(), await server.newPerson()];
  const id = await begin(person);
  expect(await codeIs(finish(other, id))).toBe(denied);
  expect((await finish(person, id)).outcome).toBe("connected");
  await person.call(social.unlinkFarcaster, {});
  expect(await codeIs(finish(person, id))).toBe(denied);
  const late = await begin(person);
  await server.ctx.db.execute(sql`update farcaster_connections set expires_at = now()`);
  expect(await codeIs(finish(person, late))).toBe(denied);
  expect(await codeIs(finish(person, "made up"))).toBe(denied);
});

test("a repeated request after a lost answer, also concurrently, reports the connection", async () => {
  const person = await server.newPerson();
  const id = await begin(person);
  const connected = {
    outcome: "connected",
    farcaster: { id: String(farcaster.fid), handle: "ada", name: "Ada Okafor" },
  };
  const asked: ReturnType<typeof finish>[] = [];
  await withTableLocked(server.ctx.db, "farcaster_connections", async (waiting) => {
    asked.push(finish(person, id), finish(person, id));
    await waiting(2);
  });
  expect(await Promise.all(asked)).toEqual([connected, connected]);
  expect(await finish(person, id)).toEqual(connected);
});

test("a stored connection request with another person written into it connects nothing to that person", async () => {
  const [attacker, victim] = [await server.newPerson(), await server.newPerson()];
  const id = await begin(attacker);
  const { uid } = await localUser(victim);
  const { sessionId } = victim.credentials.session ?? {};
  await server.ctx.db.execute(sql`update farcaster_connections set uid = ${uid}, session_id = ${sessionId}`);
  expect(await codeIs(finish(victim, id))).toBe(denied);
});

test("a Farcaster account belongs to one person at a time", async () => {
  const [first, second] = [await server.newPerson(), await server.newPerson()];
  await whole(first);
  expect(await codeIs(whole(second))).toBe("social_taken");
  await whole(first);
  await first.call(social.unlinkFarcaster, {});
  expect((await whole(second)).outcome).toBe("connected");
});

test("while Optimism does not answer nothing is connected, and the same approval is accepted when it does", async () => {
  const person = await server.newPerson();
  const id = await begin(person);
  farcaster.isChainDown = true;
  expect(await codeIs(finish(person, id))).toBe("unavailable");
  farcaster.isChainDown = false;
  expect((await finish(person, id)).outcome).toBe("connected");
});

test("name and picture come from X while it is connected, otherwise from Farcaster", async () => {
  const person = await server.newPerson();
  await whole(person);
  const { uid } = await localUser(person);
  const setX = (account: { id: string; handle: string; name: string } | null) =>
    server.ctx.db.transaction((tx) => setTwitter(tx, uid, account, null));
  await setX({ id: `x${farcaster.fid}`, handle: "ada_x", name: "Ada at X" });
  expect(await localUser(person)).toMatchObject({ displayName: "Ada at X", farcaster: { handle: "ada" } });
  await whole(person);
  expect((await localUser(person)).displayName).toBe("Ada at X");
  await setX(null);
  expect(await localUser(person)).toMatchObject({ displayName: "Ada Okafor", twitter: null });
});

test("an account whose name can't be stored is not connected", async () => {
  const person = await server.newPerson();
  farcaster.username = "a\0b";
  expect(await codeIs(whole(person))).toBe(denied);
});
