import { lamports, type Route, routes } from "@tribe/contract";
import { expect, it } from "vitest";
import { settled } from "./checks/look.ts";
import { walletOnChain } from "./fixtures/chain.ts";
import { aChat, aMessage, aRoom, chatSettings } from "./fixtures/chats.ts";
import { aSeq } from "./fixtures/ids.ts";
import { aPerson, aUser, faceOf } from "./fixtures/people.ts";
import { before, days } from "./fixtures/time.ts";
import { tribeAnswers } from "./fixtures/tribe-answers.ts";
import { aTribe, lineOf, seats, tokens } from "./fixtures/tribes.ts";
import { fails, on } from "./server/answers.ts";
import { holdBack } from "./server/hold-back.ts";
import { type ScriptedServer, scriptedServer } from "./server/scripted-server.ts";
import { keptAnswers } from "./support/kept-answers.ts";
import { openScreen, type Screen } from "./support/open-screen.ts";

// What a page shows and offers before the server has answered: nothing from the cache of the last visit that may be outdated.

const person = aPerson({ displayName: "Mara" });
const tribe = aTribe({ name: "Ida", subscribeState: "active", seatHoldings: [...seats(3), tokens(12)] });
const { mint } = tribe;
/** What the server writes into the document of the Tribe's pages: what a visitor sees. */
const firstData = { token: aTribe({ ...tribe, subscribeState: "none" }) };
const word = aMessage({ mint, text: "A word to all" });

/** The Tribe's pages for a member who holds twelve tokens. */
const memberServer = (): ScriptedServer => {
  const server = scriptedServer(...tribeAnswers(tribe, { messages: [word] }));
  server.answerNode(walletOnChain({ holdings: new Map([[mint, tokens(12)]]) }));
  return server;
};

const fieldOf = (screen: Screen) => screen.getByRole("textbox", { name: "Message", exact: true });
const moreOf = (screen: Screen) => screen.getByRole("button", { name: "More", exact: true });
const buyOf = (screen: Screen) => screen.getByRole("button", { name: "Buy", exact: true });
const said = (screen: Screen) => screen.getByRole("log", { name: "Messages" }).getByText(word.text ?? "");
const doorOf = (screen: Screen) => screen.getByRole("region", { name: "The door" });
const none = (locator: { readonly query: () => unknown }) => expect(locator.query()).toBeNull();

/** Waits for one more call of a route than until now. */
const nextCall = (server: ScriptedServer, route: Route) => {
  const until = server.callsOf(route).length;
  return () => expect.poll(() => server.callsOf(route).length).toBeGreaterThan(until);
};

it("offers no seat before the server has answered whether the person has one", async () => {
  const server = memberServer();
  const profile = holdBack();
  server.answer(on(routes.market.profile, profile.until(tribe)));
  const screen = await openScreen(`/chat/${mint}?view=members`, { server, as: person, firstData });
  await expect.element(screen.getByRole("main").getByRole("link", { name: "Chart" })).toBeVisible();
  await server.called(routes.market.profile);
  await settled(screen);
  none(screen.getByRole("button", { name: /^Join/ }));
  profile.release();
  await expect.element(buyOf(screen)).toBeVisible();
  none(screen.getByRole("button", { name: /^Join/ }));
});

it("leaves a chat's messages on the screen while a failed request for its notes is repeated", async () => {
  const server = memberServer();
  server.answer(on(routes.chat.seatNotes, fails("not_found", { message: "Not there" })));
  const screen = await openScreen(`/chat/${mint}`, { server, as: person, firstData });
  await expect.element(said(screen)).toBeVisible();
  await server.called(routes.chat.seatNotes);

  const leaver = aUser({ displayName: "Leaver" });
  const asked = holdBack();
  const note = { at: before(0), person: faceOf(leaver), state: "expired", seat: null, missing: tokens(4) } as const;
  server.answer(on(routes.chat.seatNotes, asked.until({ notes: [note] })));
  await server.realtime.sent("subscribe", (frame) => frame.mint === mint);
  const again = nextCall(server, routes.chat.seatNotes);
  const change = { kind: "member", uid: leaver.uid, state: "expired" } as const;
  server.realtime.push({ type: "change", mint, seq: aSeq(2), at: before(0), change });
  await again();
  await settled(screen);
  await expect.element(said(screen)).toBeVisible();
  none(screen.getByRole("status", { name: "Loading messages" }));
  asked.release();
  await expect.element(screen.getByText(/Leaver/).first()).toBeVisible();
});

it("says nothing about a seat that is not known yet", async () => {
  const server = memberServer();
  // The server has answered that they have a seat, and the chain has not answered what they hold.
  const chain = holdBack();
  const { getBalance, getTokenAccountsByOwner } = walletOnChain({ holdings: new Map([[mint, tokens(12)]]) });
  server.answerNode({
    getBalance: async (params) => chain.released.then(() => getBalance?.(params)),
    getTokenAccountsByOwner: async (params) => chain.released.then(() => getTokenAccountsByOwner?.(params)),
  });
  const first = await openScreen(`/token/${mint}`, { server, as: person, firstData });
  await expect.element(moreOf(first)).toBeVisible();
  const [price, loading] = [first.getByText(/^Seat now/), first.getByRole("status", { name: "Loading your seat" })];
  await expect.poll(() => price.query() ?? loading.query()).toBeVisible();
  await settled(first);
  none(first.getByText(/You'll lose your seat|You need/));
  chain.release();
  await expect.element(first.getByRole("heading", { name: /^Your seat/ })).toBeVisible();
  none(first.getByText(/You'll lose your seat|You need/));
  first.close();

  // Or the server has not answered yet that they have a seat: a member never sees the offer to join.
  const profile = holdBack();
  server.answer(on(routes.market.profile, profile.until(tribe)));
  const second = await openScreen(`/chat/${mint}`, { server, as: person, firstData });
  await expect.element(second.getByRole("status", { name: "Loading the chat" })).toBeVisible();
  await settled(second);
  none(doorOf(second));
  profile.release();
  await expect.element(fieldOf(second)).toBeVisible();
  await expect.element(said(second)).toBeVisible();
});

it("offers no field to write over the room of the last visit", async () => {
  const server = memberServer();
  const visit = await openScreen(`/chat/${mint}`, { server, as: person, firstData });
  await expect.element(fieldOf(visit)).toBeVisible();
  await expect.poll(keptAnswers).toContain(`["room","${mint}"]`);
  await expect.poll(keptAnswers).toContain(`["messages","${mint}"]`);
  visit.close();

  // Meanwhile the Chief sets that only the Chief may write.
  const room = holdBack();
  server.answer(on(routes.chat.room, room.until(aRoom([word], { settings: chatSettings({ onlyChiefWrites: true }) }))));
  const screen = await openScreen(`/chat/${mint}`, { server, as: person, firstData, keepsStorage: true });
  await expect.element(said(screen)).toBeVisible();
  await settled(screen);
  none(fieldOf(screen));
  room.release();
  await expect.element(screen.getByText("Only the Chief writes here right now.")).toBeVisible();
  none(fieldOf(screen));
  server.answer(on(routes.chat.room, aRoom([word])));
  const change = { kind: "settings", settings: chatSettings() } as const;
  server.realtime.push({ type: "change", mint, seq: aSeq(2), at: before(0), change });
  await expect.element(fieldOf(screen)).toBeVisible();
});

it("offers nothing over the Tribes of the last visit that may be lost", async () => {
  const server = memberServer();
  const chat = aChat(mint, { name: tribe.name, symbol: tribe.symbol, lastMessage: word });
  server.answer(on(routes.chat.mine, { chats: [chat] }));
  const room = await openScreen(`/chat/${mint}`, { server, as: person, firstData });
  await expect.element(said(room)).toBeVisible();
  await expect.poll(keptAnswers).toContain(`["messages","${mint}"]`);
  await expect.poll(keptAnswers).toContain(`["room","${mint}"]`);
  await expect.poll(keptAnswers).toContain(`["token","${mint}"]`);
  room.close();
  const list = await openScreen("/tribes", { server, as: person, keepsStorage: true });
  await expect.element(list.getByRole("main").getByRole("link", { name: /Ida/ }).first()).toBeVisible();
  await expect.poll(keptAnswers).toContain('["myChats"]');
  list.close();

  // Meanwhile the seat is lost. The cached list of Tribes still links to the cached chat.
  const lost = { code: "seat.below_minimum", tokensToReturn: tokens(6), gaveUp: { seat: 4 } } as const;
  const all = holdBack();
  server.answer(
    on(routes.market.profile, all.until(aTribe({ ...tribe, subscribeState: "expired", seatLoss: lost }))),
    on(routes.chat.mine, all.until({ chats: [{ ...chat, state: "expired", gaveUp: true }] })),
    on(routes.chat.room, all.until(fails("not_a_member"))),
    on(routes.chat.messages, all.until(fails("not_a_member"))),
  );
  server.answerNode(walletOnChain({ holdings: new Map([[mint, tokens(4)]]) }));
  const screen = await openScreen("/tribes", { server, as: person, keepsStorage: true });
  await screen.getByRole("main").getByRole("link", { name: /Ida/ }).first().click();
  await expect.element(screen.getByRole("button", { name: /the seats$/ })).toBeVisible();
  await expect.element(said(screen)).toBeVisible();
  await settled(screen);
  none(fieldOf(screen));
  // Nor the search, which only members have.
  none(moreOf(screen));
  all.release();
  await expect.element(screen.getByText("You left", { exact: true })).toBeVisible();
  none(fieldOf(screen));
});

const side = { earned: lamports(0n), paid: lamports(0n), accrued: lamports(0n), trades: 0 };

it("shows no outdated Tribes, seats, earnings or profile from the last visit", async () => {
  const user = aUser({ displayName: person.displayName });
  const standing = { since: before(9 * days), seats: [], holdings: [], count: 0, value: lamports(0n) };
  const earnings = { creator: side, referral: side, items: [], nextCursor: null };
  const server = scriptedServer(
    ...tribeAnswers(tribe),
    on(routes.identity.userProfile, { user, tokens: [] }),
    on(routes.market.standing, standing),
    on(routes.earnings.list, earnings),
  );
  const pages = [
    { path: "/tribes", route: routes.chat.mine, key: '["myChats"]', words: "You're not in a Tribe yet" },
    {
      path: `/user/${person.address}`,
      route: routes.market.standing,
      key: '["standing"',
      words: "No seat in any Tribe right now.",
    },
    { path: "/earnings", route: routes.earnings.list, key: '["earnings"', words: "Nothing earned yet" },
    { path: "/you", route: routes.identity.signIn, key: '["localUser"]', words: "Create your Tribe" },
  ];
  for (const [index, { path, key, words }] of pages.entries()) {
    const screen = await openScreen(path, { server, as: person, keepsStorage: index > 0 });
    await expect.element(screen.getByRole("main").getByText(words)).toBeVisible();
    await expect.poll(keptAnswers).toContain(key);
    screen.close();
  }

  // Meanwhile they have created a Tribe of their own and taken a seat elsewhere.
  const own = aTribe({ name: "Mara" });
  const seat = {
    ...{ mint, name: tribe.name, symbol: tribe.symbol, pfp: null, number: 4, groupSize: 12 as const, memberCount: 4 },
    ...{ holding: tokens(12), cut: tokens(10) },
  };
  const calls = holdBack();
  server.answer(
    on(
      routes.identity.signIn,
      calls.until({ localUser: { ...person, tokens: [{ tokenId: own.tokenId, mint: own.mint }] } }),
    ),
    on(
      routes.chat.mine,
      calls.until({ chats: [aChat(own.mint, { name: own.name, symbol: own.symbol, state: "chief" })] }),
    ),
    on(routes.market.standing, calls.until({ ...standing, seats: [seat] })),
    on(routes.earnings.list, calls.until({ ...earnings, creator: { ...side, earned: lamports(5n), trades: 1 } })),
  );
  for (const { path, route, words } of pages) {
    const asked = nextCall(server, route);
    const screen = await openScreen(path, { server, as: person, keepsStorage: true });
    await asked();
    await settled(screen);
    none(screen.getByRole("main").getByText(words));
    screen.close();
  }
  calls.release();
  const again = (path: string) => openScreen(path, { server, as: person, keepsStorage: true });
  const you = await again("/you");
  await expect.element(you.getByRole("main").getByText("Open your Tribe")).toBeVisible();
  you.close();
  const tribes = await again("/tribes");
  await expect.element(tribes.getByRole("main").getByRole("link", { name: /Mara/ }).first()).toBeVisible();
  tribes.close();
  const profile = await again(`/user/${person.address}`);
  await expect.element(profile.getByRole("main").getByText(/^Seat 4 of 12/)).toBeVisible();
});

it("shows no outdated price of a seat from the last visit", async () => {
  const market = aTribe({ name: "Ida" });
  const server = scriptedServer(
    ...tribeAnswers(market),
    on(routes.market.list, { tokens: [lineOf(market)], total: 1, nextCursor: null }),
  );
  const priceOf = (screen: Screen) => screen.getByRole("button", { name: /^Join · / });
  const visit = await openScreen(`/token/${mint}`, { server, firstData: { token: market } });
  await expect.element(priceOf(visit)).toBeVisible();
  await expect.poll(keptAnswers).toContain(`["token","${mint}"]`);
  visit.close();

  const prices = holdBack();
  server.answer(on(routes.market.profile, prices.until(aTribe({ name: "Ida", supply: tokens(500) }))));
  // From a page that does not load the Tribe's data beforehand.
  const screen = await openScreen("/", { server, keepsStorage: true });
  const asked = nextCall(server, routes.market.profile);
  await screen.getByRole("link", { name: /Ida/ }).first().click();
  await asked();
  await expect.element(screen.getByRole("button", { name: "Share", exact: true })).toBeVisible();
  await settled(screen);
  none(priceOf(screen));
  prices.release();
  await expect.element(priceOf(screen)).toBeVisible();
});
