import { type Mint, routes } from "@tribe/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { startTestApp, type TestApp } from "../../testing/start-test-app.ts";
import { type IndexedPerson, newIndexedPerson, newIndexedTribe } from "../market/testing/indexed-tribe.ts";

let app: TestApp;
let chief: IndexedPerson;
let mint: Mint;
beforeAll(async () => {
  app = await startTestApp({ withWorkers: true });
  chief = await newIndexedPerson(app);
  mint = await newIndexedTribe(app, chief.person.address);
});
afterAll(() => app.stop());

test("a token from before the sign-out opens no socket that hears anything after it", async () => {
  const { token } = await chief.call(routes.system.realtimeToken, {});
  await chief.call(routes.identity.signOut, {});

  const socket = new WebSocket(`${app.origin.replace(/^http/, "ws")}/ws?token=${token}`);
  const types: string[] = [];
  socket.on("message", (data) => types.push(JSON.parse(data.toString()).type));
  socket.on("open", () => socket.send(JSON.stringify({ type: "subscribe", mint, afterSeq: 0 })));
  expect(await new Promise<number>((resolve) => socket.on("close", resolve))).toBe(4401);
  expect(types).not.toContain("subscribed");
});
