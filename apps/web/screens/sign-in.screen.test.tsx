import { apiErrors, googleReturnPath, routes } from "@tribe/contract";
import { texts } from "@tribe/domain/words";
import { expect, it } from "vitest";
import { expectAccessible } from "./checks/accessible.ts";
import { walletOnChain } from "./fixtures/chain.ts";
import { everydayAnswers } from "./fixtures/everyday.ts";
import { aPerson } from "./fixtures/people.ts";
import { days, screenTime } from "./fixtures/time.ts";
import { tribeAnswers } from "./fixtures/tribe-answers.ts";
import { aTribe, lineOf, tokens } from "./fixtures/tribes.ts";
import { fails, on } from "./server/answers.ts";
import { scriptedServer } from "./server/scripted-server.ts";
import { openScreen } from "./support/open-screen.ts";

const person = aPerson();
const session = {
  sessionId: "session-1",
  accessToken: "token-1",
  sessionSecret: "AAAA",
  expiresAt: screenTime + 30 * days,
};

it("says that a mailed code is wrong, and accepts the right one afterwards", async () => {
  const tribe = aTribe({ name: "Ida", seatHoldings: [] });
  const server = scriptedServer(
    ...everydayAnswers(person),
    ...tribeAnswers(tribe),
    on(routes.identity.startEmail, { resendAfterSeconds: 60 }),
    on(routes.identity.verifyEmail, ({ body }) => (body.code === "123456" ? session : fails("mail_code_wrong"))),
  );
  server.answerNode(walletOnChain({ holdings: new Map([[tribe.mint, tokens(12)]]) }));
  const screen = await openScreen(`/chat/${tribe.mint}`, { server });
  server.wallet.setAddress(person.address);
  await expect.element(screen.getByText("Ida is inside")).toBeVisible();
  await expectAccessible(screen);
  await screen.getByRole("button", { name: /^Join · 10 IDA ≈ / }).click();
  await expect.element(screen.getByRole("heading", { name: /^Sign in to buy .?IDA/ })).toBeVisible();
  await expect.element(screen.getByText(texts.signInFirst)).toBeVisible();
  await screen.getByRole("textbox", { name: "E-mail" }).fill(person.email ?? "");
  await screen.getByRole("button", { name: "Send code" }).click();
  const code = screen.getByRole("textbox", { name: "Code" });
  await code.fill("000000");
  await expect.element(screen.getByText(apiErrors.mail_code_wrong.message)).toBeVisible();
  await expectAccessible(screen);
  await code.fill("123456");
  await expect.element(screen.getByRole("textbox", { name: "Amount" })).toBeVisible();
  expect(server.callsOf(routes.identity.verifyEmail).map(({ body }) => body)).toEqual(
    ["000000", "123456"].map((digits) => ({ email: person.email, code: digits })),
  );
  await screen.getByRole("button", { name: "Close" }).click();
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  await expect.element(screen.getByText("You hold enough to take a seat")).toBeVisible();
});

it("says why Google's sign-in failed, and still offers sign-in by e-mail", async () => {
  const tribe = aTribe({ name: "Ida" });
  const list = { tokens: [lineOf(tribe)], total: 1, nextCursor: null };
  const server = scriptedServer(
    ...tribeAnswers(tribe),
    on(routes.market.list, list),
    // Google sends the person back at once: without a code, as when they decline.
    on(routes.identity.startGoogle, { authorizationUrl: `${googleReturnPath}?state=first` }),
    on(routes.identity.finishGoogle, fails("google_denied")),
  );
  const screen = await openScreen("/?tab=migrated", { server });
  await screen.getByRole("banner").getByRole("button", { name: "Sign in" }).click();
  await screen.getByRole("button", { name: "Continue with Google" }).click();
  const dialog = screen.getByRole("dialog", { name: "Sign in" });
  await expect.element(dialog.getByRole("alert").getByText(apiErrors.google_denied.message)).toBeVisible();
  await expectAccessible(screen);
  // The parameters of the return are in no address.
  expect(screen.window.location.href).toBe(`${location.origin}/?tab=migrated`);
  server.answer(
    on(routes.identity.startGoogle, { authorizationUrl: `${googleReturnPath}?state=second&code=abc` }),
    on(routes.identity.finishGoogle, fails("google_unverified")),
  );
  await screen.getByRole("button", { name: "Continue with Google" }).click();
  await expect.element(dialog.getByText(apiErrors.google_unverified.message)).toBeVisible();
  await expect.element(screen.getByRole("textbox", { name: "E-mail" })).toBeVisible();
  expect(server.callsOf(routes.identity.finishGoogle).map(({ body }) => body)).toEqual([
    { state: "first" },
    { state: "second", code: "abc" },
  ]);
});
