import { apiErrors, lamports, routes } from "@tribe/contract";
import { apiFailure } from "@tribe/domain/words";
import { expect, it } from "vitest";
import { expectAccessibleInBothLooks } from "./checks/accessible.ts";
import { aPerson } from "./fixtures/people.ts";
import { fails, on } from "./server/answers.ts";
import { scriptedServer } from "./server/scripted-server.ts";
import { openScreen } from "./support/open-screen.ts";

const nothing = { earned: lamports(0n), paid: lamports(0n), accrued: lamports(0n), trades: 0 };

it("says what failed to load, and loads it on retry", async () => {
  const server = scriptedServer(on(routes.earnings.list, fails("internal", { message: "<html>secret</html>" })));
  const screen = await openScreen("/earnings", { server, as: aPerson() });
  await expect.element(screen.getByText(apiErrors.internal.message)).toBeVisible();
  const { cause, code } = apiFailure("internal");
  await expect.element(screen.getByText(cause)).toBeVisible();
  expect(screen.window.document.body.textContent).not.toContain("secret");
  await screen.getByText("Error code", { exact: true }).click();
  await expect.element(screen.getByText(code, { exact: true })).toBeVisible();
  await expectAccessibleInBothLooks(screen);
  server.answer(on(routes.earnings.list, { creator: nothing, referral: nothing, items: [], nextCursor: null }));
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByRole("heading", { name: "Earnings history" })).toBeVisible();
});
