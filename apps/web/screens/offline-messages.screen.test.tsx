import { expect, it } from "vitest";
import { expectAccessible } from "./checks/accessible.ts";
import { lenasTribe, linesOfJonas, mara, roomServer, takeMessages } from "./fixtures/rooms.ts";
import { chatOf } from "./support/chat.ts";
import { openScreen, sizes } from "./support/open-screen.ts";

const lines = linesOfJonas(3);

it("keeps a message written offline over a reload, and sends it once when the connection is back", async () => {
  const server = roomServer(mara, lines);
  const screen = await openScreen(`/chat/${lenasTribe.mint}`, { server, as: mara, size: sizes.smallPhone });
  const { say, row, button, log } = chatOf(screen);
  const sent = () => server.realtime.frames.flatMap((frame) => (frame.type === "send" ? [frame.text] : []));
  await expect.element(row("Line 3")).toBeVisible();
  screen.goOffline();
  await expect.element(screen.getByText(/^You're offline\./)).toBeVisible();
  await say("Better not");
  await expect.element(log.getByText("Better not")).toBeVisible();
  await button("Cancel").click();
  await expect.element(log.getByText("Better not")).not.toBeInTheDocument();
  await say("Written in a tunnel");
  await expect.element(screen.getByText("Sends when you're back")).toBeVisible();
  await expectAccessible(screen);
  // The page's files can be loaded again, and nothing else: the tab is loaded anew while the message still waits.
  server.realtime.receive("refused");
  screen.goOnline();
  await screen.reload();
  await expect.element(log.getByText("Written in a tunnel")).toBeVisible();
  await expect.element(screen.getByText("Sends when you're back")).toBeVisible();
  expect(sent()).toEqual([]);
  takeMessages(server, mara, 3);
  server.realtime.receive("open");
  await screen.reload();
  await expect.poll(sent).toEqual(["Written in a tunnel"]);
  await expect.element(row("Written in a tunnel")).toBeVisible();
  await expect.element(screen.getByText("Sends when you're back")).not.toBeInTheDocument();
  expect(sent()).toEqual(["Written in a tunnel"]);
});
