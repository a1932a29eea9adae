import type { Mint } from "@tribe/contract";
import { appPart } from "../state/app-part.ts";

/** Where a press outside of all components leads, such as in a toast. */
export interface Navigation {
  readonly openChat: (mint: Mint) => void;
}

const part = appPart<Navigation>("the navigation");

export const provideNavigation = part.provide;

export const navigation = part.get;
