import { routes } from "@tribe/contract";
import { expect, it } from "vitest";
import { expectNoShift } from "./checks/layout.ts";
import { aChat, aPageOf, messages, subscribersOf } from "./fixtures/chats.ts";
import { aPerson } from "./fixtures/people.ts";
import { memberServer, memberTribe } from "./fixtures/trading.ts";
import { on } from "./server/answers.ts";
import { homeStates } from "./states/home.states.ts";
import { openScreen, sizes } from "./support/open-screen.ts";

// What is seen while a page is on its way: its shape, and no empty frame.

const person = aPerson({ twitter: null });

it.each([
  ["a phone", sizes.smallPhone],
  ["a desktop", sizes.desktop],
])(
  "outlines the list to who opens Home here for the first time, until it is known what comes above: %s",
  async (_, size) => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const server = homeStates.finishSettingUp.server();
    server.answer(on(routes.identity.signIn, () => released.then(() => ({ localUser: person }))));
    const screen = await openScreen("/", { server, as: person, size });
    const outline = screen.getByRole("status", { name: "Loading Tribes" });
    const list = screen.getByRole("list", { name: /^Tribes by/ });
    await server.called(routes.market.list);
    await expect.element(outline).toBeVisible();
    await expect.element(list).not.toBeInTheDocument();
    release();
    await expect.element(screen.getByText("Finish setting up")).toBeVisible();
    await expect.element(list).toBeVisible();
    await expect.element(outline).not.toBeInTheDocument();
    await expectNoShift(screen);
  },
);

it("outlines each pane of a chat until its answer is there, in the same place", async () => {
  const answers: (() => void)[] = [];
  const late =
    <Answer,>(answer: Answer) =>
    (): Promise<Answer> =>
      new Promise((resolve) => answers.push(() => resolve(answer)));
  const { mint } = memberTribe;
  const server = memberServer(
    on(routes.chat.mine, late({ chats: [aChat(mint)] })),
    on(routes.chat.messages, late(aPageOf(messages(12, { mint })))),
    on(routes.chat.subscribers, late({ subscribers: [...subscribersOf(memberTribe)] })),
  );
  const screen = await openScreen(`/chat/${mint}`, { server, as: aPerson(), size: sizes.desktop });
  const outlines = ["Loading your Tribes", "Loading members", "Loading messages"].map((name) =>
    screen.getByRole("status", { name }),
  );
  for (const outline of outlines) await expect.element(outline).toBeVisible();
  for (const arrive of answers) arrive();
  for (const outline of outlines) await expect.element(outline).not.toBeInTheDocument();
  await expectNoShift(screen);
});
