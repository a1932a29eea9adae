import type { Mint } from "@tribe/contract";
import type { Person } from "@tribe/devkit";
import type { Browser, Page } from "playwright-core";
import { type Looks, newVisitor } from "../support/page/browser.ts";
import { newVisitorAs, signUp, signUpWithX } from "../support/people/signed-in-person.ts";
import type { Tribe } from "../support/product/tribe.ts";
import { enterScene, type Scene } from "../support/scene.ts";

/**
 * The person in a picture: a `visitor` never signs in, a `stranger` signs in for the first time, a `newcomer` has just signed
 * in and has nothing, a `trader` has SOL but no tokens, and the wallet in another browser, `trader2` is the trader in a second
 * browser, and the `member` has a seat in one Tribe and is the Chief of another.
 */
export type Viewer = "visitor" | "stranger" | "newcomer" | "trader" | "trader2" | "member";

/** The pages of all people in the book, for one look (screen and theme). */
export interface BookScene extends Scene {
  readonly pages: Readonly<Record<Viewer, Page>>;
  /** The trader, acting from another device. */
  readonly trader: Person;
  /** A Tribe that has migrated to its pool; the same in all looks. */
  readonly poolMint: Mint;
  leave(): Promise<void>;
}

/** Creates all people and opens their pages. */
export const enterBookScene = async (
  tribe: Tribe,
  browser: Browser,
  looks: Looks,
  { name, poolMint }: { readonly name: string; readonly poolMint: Mint },
): Promise<BookScene> => {
  // Sequential, since lists on the pictures show the newest first.
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
