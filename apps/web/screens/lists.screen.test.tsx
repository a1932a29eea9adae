import { routes } from "@tribe/contract";
import { expect, it } from "vitest";
import { aChat, aMessage } from "./fixtures/chats.ts";
import { aPerson, aUser, faceOf } from "./fixtures/people.ts";
import { tribeAnswers } from "./fixtures/tribe-answers.ts";
import { aTribe, lineOf } from "./fixtures/tribes.ts";
import { neverAnswers, on } from "./server/answers.ts";
import { scriptedServer } from "./server/scripted-server.ts";
import { openScreen } from "./support/open-screen.ts";

const tribe = aTribe({ name: "Ida", subscribeState: "active" });
const { mint } = tribe;

it("shows a new message in the list of Tribes as soon as it arrives", async () => {
  const me = aPerson();
  const lastMessage = aMessage({ number: 1, mint, text: "Written in a tunnel", author: faceOf(me) });
  const server = scriptedServer(
    ...tribeAnswers(tribe),
    on(routes.chat.mine, { chats: [aChat(mint, { name: "Ida", symbol: "IDA", lastMessage })] }),
  );
  const screen = await openScreen("/tribes", { server, as: me });
  await expect.element(screen.getByText(/Written in a tunnel/)).toBeVisible();
  await server.realtime.sent("subscribe", (frame) => frame.mint === mint);
  const author = faceOf(aUser({ displayName: "Ida" }));
  server.realtime.push({ type: "message", message: aMessage({ number: 2, mint, text: "A word to all", author }) });
  await expect.element(screen.getByText("Ida: A word to all")).toBeVisible();
  expect(server.callsOf(routes.chat.mine)).toHaveLength(1);
});

it("shows the cached home listing before the server answers", async () => {
  const list = { tokens: [lineOf(tribe)], total: 1, nextCursor: null };
  const server = scriptedServer(...tribeAnswers(tribe), on(routes.market.list, list));
  const screen = await openScreen("/", { server });
  const row = screen.getByRole("list", { name: "Tribes by volume" }).getByRole("link", { name: /Ida/ });
  await expect.element(row).toBeVisible();
  await expect.poll(() => localStorage.getItem("tribe:v1:tokens")).toContain("Ida");
  const asked = server.callsOf(routes.market.list).length;
  server.answer(on(routes.market.list, neverAnswers));
  await screen.reload();
  await expect.element(row).toBeVisible();
  await expect.poll(() => server.callsOf(routes.market.list).length).toBeGreaterThan(asked);
  await expect.element(row).toBeVisible();
});
