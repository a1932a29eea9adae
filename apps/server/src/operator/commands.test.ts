import { readFileSync } from "node:fs";
import { routes } from "@tribe/contract";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectChain } from "../engines/chain/connect.ts";
import { startRpcNode } from "../engines/chain/testing/rpc-node.ts";
import { openSuperAdmin } from "../engines/keys/embedded.ts";
import { trades } from "../modules/market/schema.ts";
import {
  eventually,
  startTestWorld,
  type TestPerson,
  type TestTribe,
  type TestWorld,
} from "../modules/market/testing/test-world.ts";
import { openSocket } from "../modules/realtime/testing/test-socket.ts";
import { commands, help, runCommand } from "./commands.ts";
import type { Installation } from "./port.ts";

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
    database: () => db,
  };
});
afterAll(() => world.stop());

const run = (...words: string[]) => runCommand(installation, words);
const meOf = async (person: TestPerson) =>
  (await person.call(routes.identity.signIn, { body: { loginMethod: "email" } })).localUser;
const isPaused = async () => (await tribe.chief.call(routes.system.config, {})).isSystemPaused;

test("README and --help tell of every command", () => {
  const readme = readFileSync(new URL("../../../../README.md", import.meta.url), "utf8");
  for (const { usage, meaning } of Object.values(commands)) {
    expect(readme).toContain(`| \`npm run operator -- ${usage}\` | ${meaning} |`);
    expect(help()).toContain(usage);
  }
});

test("pauses the app and lets it go on", async () => {
  expect(await run("pause")).toMatch(/^Paused by /);
  await eventually("the pause is known", isPaused);
  expect(await run("unpause")).toMatch(/^Goes on by /);
  await eventually("the end of it is known", async () => !(await isPaused()));
});

test("puts the server into maintenance, which every page hears of, and takes it out", async () => {
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

test("refuses to pause with another installation's keys, and says whose it takes", async () => {
  const stranger = { ...installation, superAdmin: () => openSuperAdmin(world.app.ctx.config.dataDir) };
  await expect(runCommand(stranger, ["pause"])).rejects.toThrow(world.superAdmin.address);
  expect(await isPaused()).toBe(false);
});

test("collects what has accrued, once", async () => {
  expect(await run("collect", tribe.mint)).toMatch(/^Collected by /);
  expect(await run("collect", tribe.mint)).toContain("Nothing has accrued");
});

test("gives and takes a discount, which a trade then has", async () => {
  const person = await world.newPerson();
  expect(await run("discount", person.address)).toContain(person.name);
  expect(await meOf(person)).toMatchObject({ isDiscount: true });
  await world.buy(person, tribe, 10n);
  const [bought] = await world.app.ctx.db.select().from(trades).where(eq(trades.trader, person.address));
  // 200 basis points less the 20 of the discount.
  expect(bought?.platformFee).toBe(((bought?.value ?? 0n) * 180n) / 10_000n);
  await run("discount", person.address, "off");
  expect(await meOf(person)).toMatchObject({ isDiscount: false });
});

test("makes a partner: whom they invite from then on counts as affiliate", async () => {
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

test("sets no second factory up", async () => {
  expect(await run("setup-factory")).toContain("nothing was changed");
});

test("says what is wrong with a command instead of doing something", async () => {
  await expect(run("dance")).rejects.toThrow(/"dance" is no command[\s\S]*unpause/);
  await expect(run("collect")).rejects.toThrow("Usage: collect <mint>");
  await expect(run("collect", "0x12")).rejects.toThrow("no address");
  await expect(run("collect", tribe.chief.address)).rejects.toThrow("knows no token");
  await expect(run("pause", "now")).rejects.toThrow("Usage: pause");
  await expect(run("discount", tribe.mint)).rejects.toThrow("Nobody has the wallet");
  await expect(run("discount", tribe.chief.address, "no")).rejects.toThrow('"no" is not "off"');
});
