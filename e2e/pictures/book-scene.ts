import type { Mint } from "@tribe/contract";
import type { Person } from "@tribe/devkit";
import type { Browser, Page } from "playwright-core";
import { type Looks, newVisitor } from "../support/page/browser.ts";
import { newVisitorAs, signUp, signUpWithX } from "../support/people/signed-in-person.ts";
import type { Tribe } from "../support/product/tribe.ts";
import { enterScene, type Scene } from "../support/scene.ts";

/**
 * Who looks: a `visitor` never signs in, a `stranger` does for the first time, a `newcomer` has just done so and has nothing,
 * a `trader` has SOL and no tokens, with the wallet in another browser, the `trader2` is the trader in a second browser, and the
 * `member` sits in a Tribe and has one.
 */
export type Viewer = "visitor" | "stranger" | "newcomer" | "trader" | "trader2" | "member";

/** Everybody whose pages are in the book, in one look. */
export interface BookScene extends Scene {
  readonly pages: Readonly<Record<Viewer, Page>>;
  /** The trader, acting from another device. */
  readonly trader: Person;
  /** A Tribe that has migrated to its pool; the same in all looks. */
  readonly poolMint: Mint;
  leave(): Promise<void>;
}

/** Has everybody come. */
export const enterBookScene = async (
  tribe: Tribe,
  browser: Browser,
  looks: Looks,
  { name, poolMint }: { readonly name: string; readonly poolMint: Mint },
): Promise<BookScene> => {
  // One after the other: what happened last stands first in lists that are shown.
  const scene = await enterScene(tribe, browser, looks, name);
  const nobody = await signUp(tribe);
  const tilda = await signUpWithX(tribe, `${name}trader`, "Tilda Kern");
  const [visitor, stranger, trader2, newcomer, trader] = await Promise.all([
    newVisitor(browser, looks),
    newVisitor(browser, looks),
    newVisitor(browser, looks),
    newVisitorAs(browser, looks, nobody),
    newVisitorAs(browser, looks, tilda),
  ]);
  const all = [scene.visitor, visitor, stranger, newcomer, trader, trader2];
  return {
    ...scene,
    poolMint,
    trader: tilda.person,
    pages: {
      visitor: visitor.page,
      stranger: stranger.page,
      newcomer: newcomer.page,
      trader: trader.page,
      trader2: trader2.page,
      member: scene.page,
    },
    leave: async () => void (await Promise.all(all.map((one) => one.close()))),
  };
};
