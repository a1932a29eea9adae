import { generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { toBase64 } from "@tribe/chain/transactions";
import {
  createApiClient,
  deviceProofText,
  type Mint,
  readRecoveryFragment,
  recoveryChallenge,
  routes,
  type Uid,
  walletActions,
} from "@tribe/contract";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFileKeys } from "../engines/keys/embedded.ts";
import { appendMessages } from "../modules/chat/index.ts";
import { messages } from "../modules/chat/schema.ts";
import { type BalanceNode, startBalanceNode } from "../modules/wallet/testing/balance-node.ts";
import { codeFor, linkFor, startTestApp, type TestApp } from "../testing/start-test-app.ts";

const migrations = fileURLToPath(new URL("../../migrations", import.meta.url));
/** The last migration before codes were bound to devices, and sessions to people. */
const lastBefore = 9;

const email = "early@example.test";
const uid = "u".repeat(32) as Uid; // better-auth's form: 32 letters and digits
const deviceId = "d".repeat(22);
const deviceSecret = Buffer.alloc(32, 1);
const address = "4".repeat(44);
const mint = "3".repeat(44) as Mint;
const messageIds = [1, 2].map((number) => `00000000-0000-4000-8000-00000000000${number}`);
const [serverShare, recoveryShare] = [Buffer.alloc(33, 2), Buffer.alloc(33, 3)];
const p256 = generateKeyPairSync("ec", { namedCurve: "P-256" });
const devicePublicKey = toBase64(p256.publicKey.export({ format: "der", type: "spki" }));

let folder: string;
let node: BalanceNode;
let server: TestApp;

/** Stores the rows of that version for a signed-in person with a wallet. */
const fillAsBefore = async (url: string, keys: Awaited<ReturnType<typeof openFileKeys>>) => {
  await cp(migrations, join(folder, "migrations"), { recursive: true });
  const journalFile = join(folder, "migrations/meta/_journal.json");
  const journal: { entries: { idx: number }[] } = JSON.parse(await readFile(journalFile, "utf8"));
  const entries = journal.entries.filter(({ idx }) => idx <= lastBefore);
  await writeFile(journalFile, JSON.stringify({ ...journal, entries }));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await migrate(drizzle(client), { migrationsFolder: join(folder, "migrations") });
  const put = (text: string, values: unknown[]) => client.query(text, values);
  const shareContext = `${uid}:${devicePublicKey}:1`;
  await put("insert into auth_users (id, name, email) values ($1, '', $2)", [uid, email]);
  await put("insert into people (uid, email, address) values ($1, $2, $3)", [uid, email, address]);
  await put("insert into devices (id, secret, created_at) values ($1, $2, now() - interval '90 days')", [
    deviceId,
    await keys.seal("session-secret", deviceId, deviceSecret),
  ]);
  await put(
    `insert into sessions (id, uid, device_id, access_token_hash, cookie_hash, secret, expires_at)
     values ($1, $2, $3, '', '', $4, now() + interval '1 day')`,
    ["s".repeat(22), uid, deviceId, await keys.seal("session-secret", "s".repeat(22), Buffer.alloc(32, 4))],
  );
  await put("insert into wallets (uid, address, recovery) values ($1, $2, 'mail_code')", [uid, address]);
  await put(
    `insert into wallet_sharings (uid, device_public_key, version, state, address, server_share, recovery_share)
     values ($1, $2, 1, 'active', $3, $4, $5)`,
    [
      uid,
      devicePublicKey,
      address,
      await keys.seal("server-share", shareContext, serverShare),
      await keys.seal("recovery-share", shareContext, recoveryShare),
    ],
  );
  await put("insert into channels (mint, head_seq, group_size, join_count) values ($1, 2, 12, 1)", [mint]);
  await put("insert into seats (mint, uid, address, state, join_order) values ($1, $2, $3, 'active', 1)", [
    mint,
    uid,
    address,
  ]);
  for (const seq of [1, 2])
    await put("insert into messages (mint, seq, id, author_uid, client_id, text) values ($1, $2, $3, $4, $3, $5)", [
      mint,
      seq,
      messageIds[seq - 1],
      uid,
      `said before ${seq}`,
    ]);
  await client.end();
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tribe-upgrade-"));
  const keys = await openFileKeys(folder);
  // The wallet is empty there, so that a mailed link gives it at once.
  node = await startBalanceNode();
  server = await startTestApp({ keys, chain: node.chain, prepareDatabase: (url) => fillAsBefore(url, keys) });
});
afterAll(async () => {
  await server.stop();
  node.stop();
  await rm(folder, { recursive: true, force: true });
});

test("an older wallet still belongs to its person after a new sign-in on the same device", async () => {
  const device = await server.newDevice();
  device.credentials = { deviceId, deviceSecret: deviceSecret.toString("base64url") };
  await device.call(routes.identity.startEmail, { body: { email } });
  const session = await device.call(routes.identity.verifyEmail, {
    body: { email, code: await codeFor(server, email) },
  });
  device.credentials = { ...device.credentials, session };
  const { localUser } = await device.call(routes.identity.signIn, { body: { loginMethod: "email" } });
  expect(localUser).toMatchObject({ uid, address, email });

  const { walletToken } = await device.call(routes.wallet.walletToken, {});
  const frame = createApiClient({ origin: server.origin, credentials: () => null, walletToken: () => walletToken });
  const { challenge } = await frame(routes.wallet.challenge, {});
  const text = Buffer.from(deviceProofText(walletActions.share, uid, challenge));
  const signature = toBase64(sign("sha256", text, { key: p256.privateKey, dsaEncoding: "ieee-p1363" }));
  const body = { devicePublicKey, device: { challenge, signature } };
  expect(await frame(routes.wallet.fetchShare, { body })).toEqual({ serverShare: toBase64(serverShare), version: 1 });
  await frame(routes.wallet.startRecovery, { body: { devicePublicKey } });
  const link = readRecoveryFragment(new URL(await linkFor(server, email)).hash);
  if (!link) throw new Error("the mail has a link");
  const taken = deviceProofText(walletActions.recover, uid, recoveryChallenge(link.request, link.token));
  const ofLink = toBase64(sign("sha256", Buffer.from(taken), { key: p256.privateKey, dsaEncoding: "ieee-p1363" }));
  expect(await frame(routes.wallet.finishRecovery, { body: { ...link, signature: ofLink } })).toMatchObject({
    address,
    serverShare: toBase64(serverShare),
    recoveryShare: toBase64(recoveryShare),
  });
  // The start created its record, once: from then on a wallet without one is refused.
  await server.ctx.db.execute(sql`delete from wallet_records`);
  await expect(frame(routes.wallet.wallet, {})).rejects.toMatchObject({ code: "wallet_record_invalid" });
});

test("older messages still exist with their ids, and the next message follows them", async () => {
  const send = { mint, uid, sessionId: null, clientId: randomUUID(), text: "said now" };
  const [stored] = await appendMessages(server.ctx, [send]);
  expect(stored).toMatchObject({ seq: 3 });
  const rows = await server.ctx.db.select().from(messages).orderBy(messages.number);
  expect(rows.map(({ number, seq, kind, text }) => [number, seq, kind, text])).toEqual([
    [1, 1, "text", "said before 1"],
    [2, 2, "text", "said before 2"],
    [3, 3, "text", "said now"],
  ]);
  expect(rows.slice(0, 2).map(({ id }) => id)).toEqual(messageIds);
  // An old page's message, sent again, is the same message.
  const again = { ...send, clientId: messageIds[0] ?? "", text: "said before 1" };
  expect(await appendMessages(server.ctx, [again])).toEqual([{ id: messageIds[0], seq: 1 }]);
});
