import { expect, it } from "vitest";
import { expectNothingCut, expectOneMainAction } from "./checks/layout.ts";
import { hardNames, hardPerson, hardServer, otherTribe, ownTribe } from "./fixtures/hard-names.ts";
import { aUser } from "./fixtures/people.ts";
import { openScreen, type Screen, sizes } from "./support/open-screen.ts";

// Long names and names that are read from the right, at the usual and at twice the text size, on each screen and dialog.

type Act = (screen: Screen) => Promise<unknown>;
type Stop = readonly [name: string, path: string, ...acts: readonly Act[]];

const user = aUser({ displayName: hardNames[1] });
const dialogOf = (screen: Screen) => screen.getByRole("dialog");
/** Presses the named button, and waits for its dialog. */
const press =
  (name: string | RegExp, title: RegExp): Act =>
  async (screen) => {
    await screen
      .getByRole("button", { name, exact: typeof name === "string" })
      .first()
      .click();
    await expect.element(screen.getByRole("dialog", { name: title })).toBeVisible();
  };
const shows =
  (text: string | RegExp): Act =>
  (screen) =>
    // The same words may also stand where only a screen reader finds them.
    expect
      .poll(() =>
        screen
          .getByText(text)
          .elements()
          .some((each) => each.getBoundingClientRect().width > 1),
      )
      .toBe(true);
const typesAmount: Act = (screen) => dialogOf(screen).getByRole("textbox", { name: "Amount" }).fill("1");
/** A long name does not wrap a dialog's title to a second line. */
const hasOneLineTitle: Act = async (screen) => {
  const heading = dialogOf(screen).getByRole("heading").first().element();
  const lines =
    heading.getBoundingClientRect().height / Number.parseFloat(screen.window.getComputedStyle(heading).lineHeight);
  expect(lines).toBeLessThan(1.5);
};
/** Members' names are aligned left, whatever the direction of their text. */
const hasNamesInOneColumn: Act = async (screen) => {
  const inLines = () => [...screen.getByRole("main").element().querySelectorAll("li bdi")];
  await expect.poll(() => inLines().map(({ textContent }) => textContent)).toContain(hardNames[1]);
  for (const name of inLines()) {
    const range = screen.window.document.createRange();
    range.selectNodeContents(name);
    const indent = range.getBoundingClientRect().left - name.getBoundingClientRect().left;
    expect(Math.abs(indent), name.textContent).toBeLessThanOrEqual(1);
  }
};
/** In a Tribe with few members a phone shows the seats as a strip. */
const hasFoldedSeats: Act = (screen) =>
  expect.element(screen.getByRole("button", { name: "Show the seats" })).toBeVisible();

const stops: readonly Stop[] = [
  [
    "Home",
    "/",
    (screen) =>
      expect
        .element(
          screen
            .getByRole("list", { name: /^Tribes by/ })
            .getByRole("listitem")
            .first(),
        )
        .toBeVisible(),
  ],
  ["a Tribe", `/token/${otherTribe.mint}`, shows(hardNames[1])],
  ["Buy", `/token/${otherTribe.mint}`, press("Buy", /Buy|Trade/), hasOneLineTitle, typesAmount],
  ["Sell", `/token/${otherTribe.mint}`, press("Sell", /Sell|Trade/), typesAmount],
  ["Share", `/token/${otherTribe.mint}`, press("Share", /Share/)],
  ["a chat", `/chat/${otherTribe.mint}`, hasFoldedSeats],
  ["the members", `/chat/${otherTribe.mint}?view=members`, hasNamesInOneColumn],
  ["the own chat", `/chat/${ownTribe.mint}`, shows(hardNames[0])],
  ["More", `/chat/${ownTribe.mint}`, press("More", /./)],
  ["the own members", `/chat/${ownTribe.mint}?view=members`, hasNamesInOneColumn],
  ["My Tribes", "/tribes", shows(hardNames[1])],
  ["Wallet", "/wallet", shows(hardNames[1])],
  ["Send", "/wallet", press("Send", /Send/)],
  ["Add", "/wallet", press("Add", /Add SOL/)],
  ["Notifications", "/notifications", shows(/replied|mentioned/)],
  ["their settings", "/notifications/settings", shows("On this device")],
  ["Earnings", "/earnings", shows("Nothing earned yet")],
  ["You", "/you", shows(hardNames[0])],
  ["Edit profile", "/you", press(/Edit profile/, /Edit profile/)],
  ["Security", "/you/security", shows("This device")],
  ["Account", "/you/account", shows(hardNames[1])],
  ["a person", `/user/${user.address}`, shows(hardNames[1])],
];
/** The screens whose layout on a desktop differs from a phone's. */
const wideStops: readonly Stop[] = [
  ["the own chat", `/chat/${ownTribe.mint}`, shows(hardNames[0])],
  ["a Tribe's trade", `/token/${otherTribe.mint}`, (screen) => screen.getByRole("tab", { name: "Trade" }).click()],
  // Its columns appear with the seats.
  ["My Tribes", "/tribes", shows(/^Seat 1 of 12/)],
  ["Wallet", "/wallet", shows(/ago$|^now$/)],
  ["Security", "/you/security", shows("This device")],
];

const look = async ([, path, ...acts]: Stop, options: Partial<Parameters<typeof openScreen>[1]>): Promise<void> => {
  const tribe = path.includes(ownTribe.mint) ? ownTribe : otherTribe;
  const screen = await openScreen(path, { server: hardServer(tribe), as: hardPerson, ...options });
  for (const act of acts) await act(screen);
  await expectOneMainAction(screen);
  await expectNothingCut(screen);
};
const small = { size: sizes.smallPhone, colorScheme: "light" } as const;

it.for(stops)("cuts off nothing and mixes no text directions with long and right-to-left names: %s", (stop) =>
  look(stop, small),
);
it.for(stops)("cuts off no text and no figure at twice the text size: %s", (stop) =>
  look(stop, { ...small, isTextDoubled: true }),
);
it.for(wideStops)("cuts off no text and no figure at twice the text size on a desktop: %s", (stop) =>
  look(stop, { size: sizes.desktop, isTextDoubled: true }),
);
