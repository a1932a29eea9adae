import { routes, type TokenUnits, tradeState } from "@tribe/contract";
import { expect, it } from "vitest";
import { expectAccessible } from "./checks/accessible.ts";
import { sol, walletOnChain } from "./fixtures/chain.ts";
import { messages } from "./fixtures/chats.ts";
import { aSignature } from "./fixtures/ids.ts";
import { aPerson } from "./fixtures/people.ts";
import { preparedTrade } from "./fixtures/trading.ts";
import { tribeAnswers } from "./fixtures/tribe-answers.ts";
import { aTribe, seats, tokens } from "./fixtures/tribes.ts";
import { on } from "./server/answers.ts";
import { scriptedServer } from "./server/scripted-server.ts";
import { openScreen, sizes } from "./support/open-screen.ts";

const signature = aSignature(1);
const outside = aTribe({ name: "Ida", subscribeState: "expired", seatHoldings: [...seats(2)] });
const { mint } = outside;
const inside = aTribe({ ...outside, subscribeState: "active" });

it("says how much a buy lacks for a seat, offers the rest, and opens the chat when the seat is back", async () => {
  const server = scriptedServer(
    ...tribeAnswers(outside, { messages: messages(2, { mint, text: "In from the start" }) }),
    on(routes.factory.prepareTrade, preparedTrade),
    on(routes.factory.submitTrade, { signature }),
    on(routes.factory.tradeStatus, { state: tradeState.succeeded, errorReason: null, signature }),
  );
  const holds = (units: TokenUnits) =>
    server.answerNode(walletOnChain({ balance: sol(3), holdings: new Map([[mint, units]]) }));
  const asked = () => server.wallet.requests.filter(({ request }) => request.method === "signTransaction");
  holds(tokens(7));
  const screen = await openScreen(`/token/${mint}`, { server, as: aPerson(), size: sizes.smallPhone });
  const button = (name: string) => screen.getByRole("button", { name, exact: true });
  const amount = screen.getByRole("textbox", { name: "Amount" });
  const confirm = async (time: number) => {
    await button("Next").click();
    await expect.poll(() => asked().length).toBe(time);
    asked()[time - 1]?.confirm({ signature });
  };
  await button("Buy").click();
  await amount.fill("1");
  holds(tokens(8));
  await confirm(1);
  await expect.element(screen.getByText(/^You're 2 .+ short of a seat\.$/)).toBeVisible();
  await expectAccessible(screen);
  await button("Buy min. to enter chat").click();
  await expect.element(amount).toHaveValue("2");
  server.answer(
    on(routes.chat.join, () => {
      server.answer(...tribeAnswers(inside, { messages: messages(2, { mint, text: "In from the start" }) }));
      return { state: "active" as const };
    }),
  );
  holds(tokens(10));
  await confirm(2);
  await expect.poll(() => screen.window.location.pathname).toBe(`/chat/${mint}`);
  await expect.element(screen.getByText("In from the start").first()).toBeVisible();
  await expect.element(button("View on Explorer")).toBeVisible();
});
