import { createAppClient, viemConnector } from "@farcaster/auth-client";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod/mini";
import type { Devkit } from "../index.ts";
import { startTestDevkit } from "../testing/devkit.ts";
import { farcasterPersonas } from "./personas.ts";

const domain = "localhost:3000";
const siweUri = "http://localhost:3000";
const nonce = "0123456789abcdef";
let devkit: Devkit;
beforeAll(async () => {
  devkit = await startTestDevkit();
});
afterAll(() => devkit.stop());

const newClient = () =>
  createAppClient({ relay: devkit.farcasterUrl, ethereum: viemConnector({ rpcUrl: devkit.optimismUrl }) });

const approve = (channelToken: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${devkit.farcasterUrl}/~/siwf`, {
    method: "POST",
    headers,
    body: new URLSearchParams({ channelToken, ...fields }),
  });

it("leads Farcaster's own client from the channel to a verified account", async () => {
  const client = newClient();
  const expirationTime = new Date(Date.now() + 60_000).toISOString();
  const { data: channel } = await client.createChannel({ siweUri, domain, nonce, expirationTime });
  const { channelToken } = channel;
  expect((await client.status({ channelToken })).data).toMatchObject({ state: "pending", nonce });
  const { fid = 0, username, displayName } = farcasterPersonas[0] ?? {};
  expect((await approve(channelToken, { account: String(fid) })).status).toBe(200);
  const { data: status } = await client.status({ channelToken });
  expect(status).toMatchObject({ state: "completed", fid, username, displayName });
  const { message = "", signature = "0x" } = status;
  const verified = await client.verifySignInMessage({ nonce, domain, message, signature, acceptAuthAddress: false });
  expect(verified).toMatchObject({ isError: false, success: true, fid });
  const elsewhere = await client.verifySignInMessage({ nonce, domain: "evil.example", message, signature });
  expect(elsewhere.isError).toBe(true);
});

it("refuses a request without a nonce, an unknown channel, an invalid name, and another site's form", async () => {
  const open = (body: unknown) =>
    fetch(`${devkit.farcasterUrl}/v1/channel`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  expect((await open({ siweUri, domain })).status).toBe(400);
  const status = await fetch(`${devkit.farcasterUrl}/v1/channel/status`, { headers: { authorization: "Bearer x" } });
  expect(status.status).toBe(401);
  const { channelToken } = z.parse(
    z.object({ channelToken: z.string() }),
    await (await open({ siweUri, domain, nonce })).json(),
  );
  const statusOf = async (answer: Promise<Response>) => (await answer).status;
  expect(await statusOf(approve("made up", { account: "2001" }))).toBe(404);
  expect(await statusOf(approve(channelToken, { account: "typed", username: "no name" }))).toBe(400);
  expect(await statusOf(approve(channelToken, { account: "2001" }, { origin: "https://evil.example" }))).toBe(403);
});

it("answers the registry's calls on Optimism, and nothing else", async () => {
  const ask = async (method: string, params: unknown[] = []) =>
    (
      await fetch(devkit.optimismUrl, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      })
    ).json();
  expect(await ask("eth_chainId")).toMatchObject({ result: "0xa" });
  expect(await ask("eth_call", [{ to: "0x00", data: "0x" }])).toMatchObject({ error: { code: 3 } });
  expect(await ask("eth_sendRawTransaction")).toMatchObject({ error: { code: -32_601 } });
});
