import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { routes } from "@tribe/contract";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectChain } from "../engines/chain/connect.ts";
import { startRpcNode } from "../engines/chain/testing/rpc-node.ts";
import { attestationSigner } from "../engines/keys/attestation.ts";
import { openSuperAdmin } from "../engines/keys/embedded.ts";
import { trades } from "../modules/indexer/schema.ts";
import {
  eventually,
  startTestWorld,
  type TestPerson,
  type TestTribe,
  type TestWorld,
} from "../modules/indexer/testing/test-world.ts";
import { openSocket } from "../modules/realtime/testing/test-socket.ts";
import { readEnvironment } from "../settings/environment.ts";
import { portsFile, writeChosenPorts } from "../start/choose-port.ts";
import { resetInstallation } from "../start/reset.ts";
import { freePort } from "../testing/free-port.ts";
import { commands, help, runCommand } from "./commands.ts";
import { openInstallation } from "./open-installation.ts";
import { type Installation, OperatorError } from "./port.ts";

let world: TestWorld;
let tribe: TestTribe;
let installation: Installation;
beforeAll(async () => {
  world = await startTestWorld();
  tribe = await world.newTribe(5n);
  const { chain, keys, db } = world.app.ctx;
  installation = {
    chain,
    admin: async () => keys.admin,
    superAdmin: async () => world.superAdmin,
    makeKeys: async () => null,
    attestationKey: async () => (await attestationSigner(keys)).address,
    replaceKey: async () => "notSealedAnew",
    sealingKeys: async () => ({ keys, purposes: new Set() }),
    database: () => db,
    databaseUrl: () => world.app.ctx.databaseUrl,
    walletVersions: async () => ({ newest: async () => 0, count: 0 }),
    check: async () => ({ lines: [], isWell: true }),
    say: () => undefined,
  };
});
afterAll(() => world.stop());

const run = (...args: string[]) => runCommand(installation, args);
const meOf = async (person: TestPerson) =>
  (await person.call(routes.identity.signIn, { body: { loginMethod: "email" } })).localUser;
const isPaused = async () => (await tribe.chief.call(routes.system.config, {})).isSystemPaused;

test("the page on operating and --help list every command", () => {
  const page = readFileSync(new URL("../../../../docs/operating.md", import.meta.url), "utf8");
  for (const { usage, meaning } of Object.values(commands)) {
    expect(page).toContain(`| \`npm run operator -- ${usage}\` | ${meaning} |`);
    expect(help()).toContain(usage);
  }
});

test("prints the key for the build of the wallet's page", async () => {
  expect(await run("attestation-key")).toBe(await installation.attestationKey());
});

test("pauses and unpauses the app", async () => {
  expect(await run("pause")).toMatch(/^Paused by /);
  await eventually("the pause is known", isPaused);
  expect(await run("unpause")).toMatch(/^Goes on by /);
  await eventually("the end of it is known", async () => !(await isPaused()));
});

test("lowers fees at once, announces a rise, and applies it no sooner than a day later", async () => {
  expect(await run("fees")).toMatch(/creator-buy 200, .*Nothing is announced\.$/);
  expect(await run("apply-fees")).toContain("nothing was changed");
  expect(await run("update-fees", "creator-buy=190,platform-sell=195")).toMatch(/^In force by /);
  expect(await run("update-fees", "creator-buy=300")).toMatch(/^Announced by .* It comes into force after 20\d\d-/);
  const told = await run("fees");
  expect(told).toMatch(/In force, .*creator-buy 190, .*platform-sell 195/);
  expect(told).toMatch(/Announced, .*creator-buy 300, .*platform-sell 195/);
  await expect(run("apply-fees")).rejects.toThrow("can be applied from");
  // Withdrawn by a change that costs nobody more.
  expect(await run("update-fees", "creator-buy=190")).toMatch(/^In force by /);
  expect(await run("fees")).toContain("Nothing is announced");
  for (const wrong of ["tip=3", "creator-buy", "creator-buy=1.5", "creator-buy=20000"])
    await expect(run("update-fees", wrong)).rejects.toThrow(/There is no fee|is no fee in basis points/);
  await expect(run("update-fees", "creator-buy=1001")).rejects.toThrow("6037");
});

test("puts the server into maintenance, which every page is notified of, and ends it", async () => {
  const visitor = await openSocket(world.app, await world.app.newDevice());
  expect(await run("maintenance")).toContain("is on");
  await visitor.next("system", (frame) => frame.isServerPaused);
  expect(await isPaused()).toBe(true);
  expect(await run("maintenance")).toContain("nothing was changed");
  expect(await run("maintenance", "off")).toContain("is off");
  await visitor.next("system", (frame) => !frame.isSystemPaused);
  expect(await isPaused()).toBe(false);
  await expect(run("maintenance", "on")).rejects.toThrow('"on" is not "off"');
  visitor.close();
});

test("puts the server into maintenance while the chain does not answer", async () => {
  const { url } = await startRpcNode({ one: () => new Promise<string>(() => undefined) });
  const { programAddress } = installation.chain;
  const deaf = { ...installation, chain: connectChain({ rpcUrl: url, programAddress, isEmbedded: false }) };
  expect(await runCommand(deaf, ["maintenance"])).toContain("is on");
  expect(await isPaused()).toBe(true);
  expect(await runCommand(deaf, ["maintenance", "off"])).toContain("is off");
  expect(await isPaused()).toBe(false);
});

test("says in one sentence that nothing answers, or something else, where the chain should be", async () => {
  const { programAddress } = installation.chain;
  const at = (rpcUrl: string) => ({
    ...installation,
    chain: connectChain({ rpcUrl, programAddress, isEmbedded: false }),
  });
  const silent = `http://127.0.0.1:${await freePort()}`;
  await expect(runCommand(at(silent), ["pause"])).rejects.toThrow(
    new OperatorError(
      `Nothing answers at ${silent}. Start Tribe, or set TRIBE_DATA_DIR, TRIBE_RPC_PORT or RPC_URL to those of its installation.`,
    ),
  );
  const page = await startRpcNode({ one: () => "<html>a page</html>" });
  await expect(runCommand(at(`${page.url}/secret`), ["pause"])).rejects.toThrow(
    /^What answers at http:\/\/[a-z0-9.:]+ is no Solana node\. Start Tribe/,
  );
  const other = await startRpcNode({
    one: ({ id }) => JSON.stringify({ jsonrpc: "2.0", id, result: { context: { slot: 1 }, value: null } }),
  });
  await expect(runCommand(at(other.url), ["pause"])).rejects.toThrow(
    new RegExp(`^The chain at ${other.url} does not have Tribe's program ${programAddress}`),
  );
});

test("finds the chain at the port that the last start has chosen, unless one is set", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "tribe-operator-"));
  const rpcUrlOf = async (settings = {}) => {
    const opened = await openInstallation(readEnvironment({ TRIBE_DATA_DIR: dataDir, ...settings }));
    await opened.close();
    return opened.chain.rpcUrl;
  };
  expect(await rpcUrlOf()).toBe("http://127.0.0.1:8899");
  await writeChosenPorts(dataDir, { app: 3003, signer: 3004, devkit: 3005, rpc: 8901 });
  expect(await rpcUrlOf()).toBe("http://127.0.0.1:8901");
  expect(await rpcUrlOf({ TRIBE_RPC_PORT: "8950" })).toBe("http://127.0.0.1:8950");
  expect(await rpcUrlOf({ RPC_URL: "https://rpc.example.test" })).toBe("https://rpc.example.test");
  await writeFile(join(dataDir, portsFile), "{");
  expect(await rpcUrlOf()).toBe("http://127.0.0.1:8899");
  await resetInstallation(dataDir);
  expect(existsSync(dataDir)).toBe(false);
});

test("refuses to pause with another installation's keys, and names the required one", async () => {
  const stranger = { ...installation, superAdmin: () => openSuperAdmin(world.app.ctx.config.dataDir) };
  await expect(runCommand(stranger, ["pause"])).rejects.toThrow(world.superAdmin.address);
  expect(await isPaused()).toBe(false);
});

test("collects accrued fees once", async () => {
  expect(await run("collect", tribe.mint)).toMatch(/^Collected by /);
  expect(await run("collect", tribe.mint)).toContain("Nothing has accrued");
});

test("grants and revokes a discount, which applies to trades", async () => {
  const person = await world.newPerson();
  expect(await run("discount", person.address)).toContain(person.name);
  expect(await meOf(person)).toMatchObject({ isDiscount: true });
  await world.buy(person, tribe, 10n);
  const [bought] = await world.app.ctx.db.select().from(trades).where(eq(trades.trader, person.address));
  // 200 basis points minus the discount of 20.
  expect(bought?.platformFee).toBe(((bought?.value ?? 0n) * 180n) / 10_000n);
  await run("discount", person.address, "off");
  expect(await meOf(person)).toMatchObject({ isDiscount: false });
});

test("makes a partner: people whom they invite from then on count as affiliates", async () => {
  const [partner, guest, late] = [await world.newPerson(), await world.app.newPerson(), await world.app.newPerson()];
  const invited = async (device: typeof guest) =>
    (
      await device.call(routes.identity.signIn, {
        body: { loginMethod: "email", inviterAddress: partner.address },
      })
    ).localUser;
  await run("affiliate", partner.address);
  expect(await invited(guest)).toMatchObject({ isReferral: true, isAffiliate: true });
  await run("affiliate", partner.address, "off");
  expect(await invited(late)).toMatchObject({ isReferral: true, isAffiliate: false });
});

test("signs a person out everywhere, who can then sign in again", async () => {
  const person = await world.newPerson();
  expect(await run("end-sessions", person.address)).toContain("1 session ended");
  await expect(meOf(person)).rejects.toMatchObject({ code: "unauthorized" });
  expect(await run("end-sessions", person.address)).toContain("0 sessions ended");
});

test("nerfs a person everywhere that others see them, also on open pages, and reverts it", async () => {
  const { chief, mint } = tribe;
  const visitor = await world.newPerson();
  const socket = await openSocket(world.app, await world.app.newDevice());
  await chief.call(routes.identity.updateUser, { body: { bio: "A bio" } });
  const shown = async () => {
    const [{ user, tokens: own }, profile, { tokens }, { subscribers }, { holders }, metadata] = await Promise.all([
      visitor.call(routes.identity.userProfile, { query: { address: chief.address } }),
      visitor.call(routes.market.profile, { query: { mint } }),
      visitor.call(routes.market.list, { query: { tab: "leaderboard", window: "all", limit: 50 } }),
      visitor.call(routes.chat.subscribers, { query: { mint } }),
      visitor.call(routes.market.holders, { query: { mint } }),
      visitor.call(routes.factory.metadata, { query: { t: tribe.tokenId.toString(36) } }),
    ]);
    const [{ trades }, { chats }] = await Promise.all([
      chief.call(routes.market.ownTrades, { query: { limit: 50 } }),
      chief.call(routes.chat.mine, {}),
    ]);
    const card = tokens.find((token) => token.mint === mint);
    const member = subscribers.find(({ address }) => address === chief.address);
    const holder = holders.find(({ ownerAddress }) => ownerAddress === chief.address);
    return {
      names: [user.displayName, profile.creatorName, card?.creatorName, member?.displayName, holder?.displayName],
      pictures: [user.pfp, profile.pfp, profile.creatorPfp, card?.pfp, member?.pfp, holder?.pfp],
      tribes: [profile, card, ...own, ...trades.slice(0, 1), ...chats].map((shown) => shown?.name),
      onChain: metadata.name,
      more: [user.bio, user.twitter?.handle ?? null, profile.creatorHandle],
      hasImage: metadata.image.startsWith("http"),
    };
  };
  const picture = "https://pictures.example.test/a.png";
  const { name: tribeName } = await visitor.call(routes.factory.metadata, {
    query: { t: tribe.tokenId.toString(36) },
  });
  const full = {
    names: [chief.name, chief.name, chief.name, chief.name, chief.name],
    pictures: [picture, picture, picture, picture, picture, picture],
    tribes: [tribeName, tribeName, tribeName, tribeName, tribeName],
    onChain: tribeName,
    more: ["A bio", expect.stringContaining("person"), expect.stringContaining("person")],
    hasImage: true,
  };
  expect(await shown()).toEqual(full);

  expect(await run("nerf", chief.address)).toContain("short address alone");
  const short = chief.address.slice(0, 6);
  await socket.next("face", (frame) => frame.displayName === short && frame.pfp === null);
  // The listing is cached for ten seconds; the command does not wait for that.
  const nerfed = {
    names: [short, short, short, short, short],
    pictures: [null, null, null, null, null, null],
    tribes: [short, short, short, short, short],
    // The chain keeps it.
    onChain: tribeName,
    more: ["", null, null],
    hasImage: false,
  };
  expect(await shown()).toEqual(nerfed);
  expect(await meOf(chief)).toMatchObject({ displayName: chief.name, bio: "A bio", pfp: picture });

  expect(await run("nerf", chief.address, "off")).toContain("in full");
  await socket.next("face", (frame) => frame.displayName === chief.name && frame.pfp === picture);
  expect(await shown()).toEqual(full);
  socket.close();
});

test("names the wallets that a restored database has closed, and their owners' ways out", async () => {
  const [owner, other] = [await world.newPerson(), await world.newPerson()];
  const { db } = world.app.ctx;
  const uidOf = async (person: TestPerson) => (await meOf(person)).uid;
  const [closedUid, openUid] = [await uidOf(owner), await uidOf(other)];
  for (const [uid, address] of [
    [closedUid, owner.address],
    [openUid, other.address],
  ])
    await db.execute(sql`insert into wallet_records (uid, body, mac)
      values (${uid}, ${JSON.stringify({ uid, address, version: 3 })}, '') on conflict (uid) do update set body = excluded.body`);
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from wallet_records`);
  const count = rows[0]?.count ?? 0;
  const closed = (newest: number, kept = count) =>
    runCommand(
      {
        ...installation,
        walletVersions: async () => ({ newest: async (uid) => (uid === closedUid ? newest : 3), count: kept }),
      },
      ["closed-wallets"],
    );
  expect(await closed(3)).toBe(`None of ${count} wallets is closed.`);
  const report = await closed(5, count + 2);
  expect(report).toContain(`1 of ${count} wallets are closed:\n  ${owner.address}  `);
  expect(report).toContain("has change 3, changed 2 times since");
  expect(report).toContain("2 wallets are not in this database");
  expect(report).toContain("recovery kit");
  expect(report).not.toContain(other.address);
  await db.execute(sql`delete from wallet_records where mac = ''`);
});

test("says whom to fund with how much before it sets up a factory, and sends nothing", async () => {
  const elsewhere = connectChain({
    rpcUrl: world.chain.rpcUrl,
    programAddress: (await world.newPerson()).address,
    isEmbedded: false,
  });
  const poor = await openSuperAdmin(world.app.ctx.config.dataDir);
  await expect(
    runCommand({ ...installation, chain: elsewhere, superAdmin: async () => poor }, ["setup-factory"]),
  ).rejects.toThrow(
    new RegExp(
      `^Nothing was sent\\. The super admin ${poor.address} pays for the setup and has 0 SOL: send it 0\\.05 SOL`,
    ),
  );
});

test("finds no migration missing in the database of a running server", async () => {
  expect(await run("migrate-database", "--check")).toBe("No migration is missing.");
  expect(await run("migrate-database")).toBe("No migration is missing.");
  await expect(run("migrate-database", "now")).rejects.toThrow('"now" is not "--check"');
});

test("refuses to set up a second factory", async () => {
  expect(await run("setup-factory")).toContain("nothing was changed");
});

test("creates a lookup table that nobody can change, and recognises it among others", async () => {
  const told = await run("make-lookup-table");
  const table = /LOOKUP_TABLE=(\w+)/.exec(told)?.[1] ?? "";
  expect(await run("make-lookup-table", table)).toContain("nobody can change it");
  await expect(run("make-lookup-table", tribe.mint)).rejects.toThrow("is not a table");
});

test("reports an invalid command without any effect", async () => {
  await expect(run("dance")).rejects.toThrow(/"dance" is no command[\s\S]*unpause/);
  await expect(run("collect")).rejects.toThrow("Usage: collect <mint>");
  await expect(run("collect", "0x12")).rejects.toThrow("no address");
  await expect(run("collect", tribe.chief.address)).rejects.toThrow("knows no token");
  await expect(run("pause", "now")).rejects.toThrow("Usage: pause");
  await expect(run("discount", tribe.mint)).rejects.toThrow("Nobody has the wallet");
  await expect(run("discount", tribe.chief.address, "no")).rejects.toThrow('"no" is not "off"');
});
