import { routes } from "@tribe/contract";
import { expect, it } from "vitest";
import { aPerson } from "./fixtures/people.ts";
import { tribeAnswers } from "./fixtures/tribe-answers.ts";
import { aTribe } from "./fixtures/tribes.ts";
import { neverAnswers, on, unreachable } from "./server/answers.ts";
import { type ScriptedServer, scriptedServer } from "./server/scripted-server.ts";
import { closeScreens, openScreen } from "./support/open-screen.ts";

// The floor itself: a test that it would let pass wrongly proves nothing.

const list = { tokens: [], total: 0, nextCursor: null };
const noTribes = "There are no Tribes yet.";
const openEmptyHome = async (server = scriptedServer(on(routes.market.list, list))) => {
  const screen = await openScreen("/", { server });
  await expect.element(screen.getByText(noTribes)).toBeVisible();
  return screen;
};
const tribe = aTribe({ name: "Ida", subscribeState: "active" });
const openChat = async (server: ScriptedServer) => {
  const screen = await openScreen(`/chat/${tribe.mint}`, { server, as: aPerson() });
  await expect.element(screen.getByRole("textbox", { name: "Message" })).toBeVisible();
  return screen;
};
const isOfTribe = ({ mint }: { readonly mint: string }) => mint === tribe.mint;

it("fails by name what calls a route without an answer", async () => {
  const server = scriptedServer();
  await openScreen("/", { server });
  await expect.poll(() => server.faults.size).toBeGreaterThan(0);
  expect(closeScreens()).toEqual(["GET /v1/token/list has no scripted answer"]);
});

it("fails what the contract's schemas refuse, and compiles no answer of another shape", async () => {
  // @ts-expect-error: the list has `tokens`
  const server = scriptedServer(on(routes.market.list, { tribes: [] }));
  await openScreen("/", { server });
  await expect.poll(() => [...server.faults].join()).toMatch(/token.list.*tokens/s);
  closeScreens();
});

it("fails an error that the page shows nobody", async () => {
  const server = scriptedServer(on(routes.market.list, list));
  const screen = await openEmptyHome(server);
  screen.window.eval("setTimeout(() => { throw new Error('broken') }); Promise.reject(new Error('lost'))");
  await expect.poll(() => server.faults.size).toBe(2);
  expect([...closeScreens()].sort()).toEqual(["Uncaught Error: broken", "unhandled: Error: lost"]);
});

it("fails an error that the page prints, unless the test is about it", async () => {
  const server = scriptedServer(on(routes.market.list, list));
  const screen = await openEmptyHome(server);
  server.allowFault("expected");
  screen.window.eval("console.error('expected'); console.error('broken', new Error('in two'))");
  expect(closeScreens()).toEqual(["printed as an error: broken Error: in two"]);
});

it("opens a screen with the pointer away, wherever the screen before left it", async () => {
  const before = await openEmptyHome();
  await before.getByText(noTribes).hover();
  closeScreens();
  const screen = await openEmptyHome();
  expect(screen.window.document.querySelectorAll(":hover")).toHaveLength(0);
});

it("leaves nothing of a screen to the next", async () => {
  const first = await openEmptyHome();
  first.window.localStorage.setItem("left", "1");
  first.window.sessionStorage.setItem("left", "1");
  first.window.eval("left = 1; indexedDB.open('left')");
  await expect.poll(async () => (await indexedDB.databases()).map(({ name }) => name)).toContain("left");
  first.goOffline();
  first.close();
  const { window } = await openEmptyHome();
  expect([window.localStorage.getItem("left"), window.sessionStorage.getItem("left")]).toEqual([null, null]);
  expect((await window.indexedDB.databases()).map(({ name }) => name)).not.toContain("left");
  expect(window.eval("typeof left")).toBe("undefined");
  expect(window.navigator.onLine).toBe(true);
});

it("answers never, or can't be reached, until it is told otherwise", async () => {
  const server = scriptedServer(on(routes.market.list, neverAnswers));
  const screen = await openScreen("/", { server });
  await server.called(routes.market.list);
  await expect.element(screen.getByText(noTribes)).not.toBeInTheDocument();
  screen.close();
  const other = scriptedServer(on(routes.market.list, unreachable));
  const again = await openScreen("/", { server: other });
  await expect.element(again.getByRole("button", { name: "Try again" })).toBeVisible();
});

it("hears the page on a new connection after a disconnection, and not what it said before", async () => {
  const server = scriptedServer(...tribeAnswers(tribe));
  await openChat(server);
  await server.realtime.sent("subscribe", isOfTribe);
  const before = server.realtime.frames.length;
  server.realtime.disconnect();
  const frame = await server.realtime.sent("subscribe", isOfTribe);
  expect(server.realtime.frames.indexOf(frame)).toBeGreaterThanOrEqual(before);
});

it("keeps how connections are received while the page is offline", async () => {
  const server = scriptedServer(...tribeAnswers(tribe));
  server.realtime.receive("hung");
  const screen = await openChat(server);
  screen.goOffline();
  await expect.element(screen.getByText(/offline/i).first()).toBeVisible();
  screen.goOnline();
  await expect.element(screen.getByText(/offline/i)).not.toBeInTheDocument();
  expect(server.realtime.frames).toEqual([]);
  server.realtime.disconnect();
  await server.realtime.sent("subscribe", isOfTribe);
});

it("has no connection to push on while it refuses each", async () => {
  const server = scriptedServer(...tribeAnswers(tribe));
  server.realtime.receive("refused");
  await openChat(server);
  expect(() => server.realtime.push({ type: "ready" })).toThrow("no connection");
});
