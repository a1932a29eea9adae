import { expect, it } from "vitest";
import { aMessage, messages } from "./fixtures/chats.ts";
import { aPerson } from "./fixtures/people.ts";
import { tribeAnswers } from "./fixtures/tribe-answers.ts";
import { aTribe } from "./fixtures/tribes.ts";
import { scriptedServer } from "./server/scripted-server.ts";
import { openScreen } from "./support/open-screen.ts";

const tribe = aTribe({ name: "Ida", subscribeState: "active" });
const { mint } = tribe;

it("shows a member a message when it arrives", async () => {
  const server = scriptedServer(...tribeAnswers(tribe, { messages: messages(3, { mint }) }));
  const screen = await openScreen(`/chat/${mint}`, { server, as: aPerson() });
  await expect.element(screen.getByText("Message 3")).toBeVisible();
  await server.realtime.sent("subscribe", (frame) => frame.mint === mint);
  server.realtime.push({ type: "message", message: aMessage({ number: 4, mint, text: "Arrived just now" }) });
  await expect.element(screen.getByText("Arrived just now")).toBeVisible();
});
