import { defaultNotificationSettings, routes } from "@tribe/contract";
import { keepsNothingText, pushObstacleTexts, walletFailure, walletSafetyTexts } from "@tribe/domain/words";
import { expect, it } from "vitest";
import { expectAccessible } from "./checks/accessible.ts";
import { sol, walletOnChain } from "./fixtures/chain.ts";
import { messages } from "./fixtures/chats.ts";
import { everydayAnswers } from "./fixtures/everyday.ts";
import { aPerson } from "./fixtures/people.ts";
import { days, screenTime } from "./fixtures/time.ts";
import { tribeAnswers } from "./fixtures/tribe-answers.ts";
import { aTribe, lineOf } from "./fixtures/tribes.ts";
import { walletAnswers } from "./fixtures/wallet-answers.ts";
import { on } from "./server/answers.ts";
import { scriptedServer } from "./server/scripted-server.ts";
import { asSafari, withoutManyParts, withoutStorage, withSilentDatabase } from "./support/browsers.ts";
import { openScreen, sizes } from "./support/open-screen.ts";

// Browsers that lack parts: each says in a sentence what it can't, and everything else goes on.

const person = aPerson();
const tribe = aTribe({ name: "Ida", subscribeState: "active" });
const session = {
  sessionId: "session-1",
  accessToken: "token-1",
  sessionSecret: "AAAA",
  expiresAt: screenTime + 30 * days,
};
const size = sizes.smallPhone;

it("reads on without storage, says at the sign-in what a wallet needs, and again when there is none", async () => {
  const server = scriptedServer(
    ...everydayAnswers(aPerson({ address: null })),
    ...tribeAnswers(tribe),
    on(routes.market.list, { tokens: [lineOf(tribe)], total: 1, nextCursor: null }),
    on(routes.identity.startEmail, { resendAfterSeconds: 60 }),
    on(routes.identity.verifyEmail, session),
  );
  server.wallet.answer(() => "storage_unavailable");
  const screen = await openScreen("/", { server, size, browser: withoutStorage });
  await expect.element(screen.getByRole("link", { name: /Ida/ }).first()).toBeVisible();
  await screen.getByRole("button", { name: "Sign in with e-mail" }).click();
  await expect.element(screen.getByText(keepsNothingText)).toBeVisible();
  await expectAccessible(screen);
  await screen.getByRole("textbox", { name: "E-mail" }).fill("mara@example.com");
  await screen.getByRole("button", { name: "Send code" }).click();
  await screen.getByRole("textbox", { name: "Code" }).fill("123456");
  await expect.element(screen.getByText(walletFailure("storage_unavailable").nextStep ?? "")).toBeVisible();
});

it("says nothing of it where the browser keeps what it is given", async () => {
  const server = scriptedServer(on(routes.market.list, { tokens: [], total: 0, nextCursor: null }));
  const screen = await openScreen("/", { server, size });
  await screen.getByRole("button", { name: "Sign in with e-mail" }).click();
  await expect.element(screen.getByRole("button", { name: "Send code" })).toBeVisible();
  expect(screen.getByText(keepsNothingText).elements()).toEqual([]);
});

it.each([
  ["a database that answers", withSilentDatabase],
  ["the parts that hardened browsers leave out", withoutManyParts],
])("opens a chat and sends a message without %s", async (_what, browser) => {
  const { mint } = tribe;
  const server = scriptedServer(...tribeAnswers(tribe, { messages: messages(3, { mint }) }));
  const screen = await openScreen(`/chat/${mint}`, { server, as: person, size, browser });
  await expect.element(screen.getByText("Message 3")).toBeVisible();
  await screen.getByRole("textbox", { name: "Message" }).fill("Hello");
  await screen.getByRole("button", { name: "Send" }).click();
  await server.realtime.sent("send", (frame) => frame.text === "Hello");
});

it("says in the settings that this browser has no pushes", async () => {
  const server = scriptedServer(
    on(routes.notifications.settings, { settings: defaultNotificationSettings }),
    on(routes.notifications.mailState, { address: person.email, stopped: null }),
    on(routes.notifications.pushDevices, { applicationServerKey: "BA", devices: [] }),
  );
  const screen = await openScreen("/notifications/settings", { server, as: person, size, browser: withoutManyParts });
  await expect.element(screen.getByText(pushObstacleTexts.unsupported)).toBeVisible();
});

it.each([
  ["Safari's engine", asSafari, sol(0.4), 1],
  ["Safari's engine, with an empty wallet", asSafari, sol(0), 0],
  ["a browser that forgets nothing", undefined, sol(0.4), 0],
] as const)(
  "asks early for a passkey in a browser that forgets what is not used: %s",
  async (_what, browser, balance, asks) => {
    const server = scriptedServer(
      ...walletAnswers,
      on(routes.wallet.safety, { waits: [], recovery: "mail_link", ways: [], kit: null }),
    );
    server.answerNode(walletOnChain({ balance }));
    const screen = await openScreen("/wallet", { server, as: person, size, ...(browser && { browser }) });
    await expect.element(screen.getByRole("link", { name: "If you lose this device: by e-mail only" })).toBeVisible();
    await expect.element(screen.getByText("SOL", { exact: true }).first()).toBeVisible();
    const ask = screen.getByRole("main").getByRole("region", { name: "This browser may forget your wallet" });
    await expect.poll(() => ask.elements().length).toBe(asks);
    if (asks > 0) await expect.element(ask.getByText(walletSafetyTexts.forgotten)).toBeVisible();
  },
);
