import { expect, it } from "vitest";
import { tribeAnswers } from "./fixtures/tribe-answers.ts";
import { aTribe, trades } from "./fixtures/tribes.ts";
import { scriptedServer } from "./server/scripted-server.ts";
import { openScreen } from "./support/open-screen.ts";

it("shows a visitor a Tribe's market", async () => {
  const tribe = aTribe({ name: "Ida" });
  const server = scriptedServer(...tribeAnswers(tribe, { trades: trades(40) }));
  const screen = await openScreen(`/token/${tribe.mint}`, { server });
  await expect.element(screen.getByRole("heading", { name: "Ida", level: 1 })).toBeVisible();
});
