import { routes } from "@tribe/contract";
import { expect, it } from "vitest";
import { expectNoShift, forgetShifts } from "./checks/layout.ts";
import { sol, walletOnChain } from "./fixtures/chain.ts";
import { aPerson } from "./fixtures/people.ts";
import { walletAnswers } from "./fixtures/wallet-answers.ts";
import { on } from "./server/answers.ts";
import { scriptedServer } from "./server/scripted-server.ts";
import { openScreen, sizes } from "./support/open-screen.ts";

// The dialogs that first learn whether to ask for two ways of recovery.

const as = aPerson({ pfp: "/face.png" });
const neverAnswered = new Promise<never>(() => undefined);

it.each([
  ["/you", "Create your Tribe", "byPasskey", "Create", "phone"],
  ["/you", "Create your Tribe", "byPasskey", "Create", "desktop"],
  ["/you", "Create your Tribe", "byMail", "Later", "phone"],
  ["/wallet", "Add", "byPasskey", "Done", "phone"],
  ["/wallet", "Add", "byMail", "Later", "desktop"],
] as const)(
  "%s, %s: nothing moves when the answer comes late (%s: %s, on a %s)",
  async (path, opener, recovery, then, size) => {
    const safety = Promise.withResolvers<void>();
    const server = scriptedServer(
      ...walletAnswers,
      on(routes.fund.bridgePage, { url: "https://bridge.example/" }),
      on(routes.wallet.safety, async () => {
        await safety.promise;
        return recovery === "byPasskey"
          ? { waits: [], recovery: "passkey" as const, kit: null }
          : { waits: [], recovery: "mail_link" as const, ways: [], kit: null };
      }),
    );
    // What a creation costs is not known yet.
    server.answerNode({
      ...walletOnChain({ balance: sol(3) }),
      getMultipleAccounts: () => neverAnswered,
      getRecentPrioritizationFees: () => neverAnswered,
    });
    const screen = await openScreen(path, { server, as, size: sizes[size] });
    const button = screen.getByRole("button", { name: opener, exact: true }).first();
    await expect.element(button).toBeVisible();
    // No press of a person, after which a shift would not count.
    button.element().dispatchEvent(new MouseEvent("click", { bubbles: true }));
    const waits = screen.getByRole("status", { name: "Loading your wallet" });
    await expect.element(waits).toBeVisible();
    await server.called(routes.wallet.safety);
    await forgetShifts(screen);
    safety.resolve();
    await expect.element(screen.getByRole("dialog").getByRole("button", { name: then, exact: true })).toBeVisible();
    await expect.element(waits).not.toBeInTheDocument();
    await expectNoShift(screen);
  },
);
