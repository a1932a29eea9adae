import type { Page } from "playwright-core";
import { smallTargets as smallTargetsInPage } from "../../../apps/web/screens/checks/in-page/small-targets.ts";

/** The touch targets of the page smaller than a finger, and the number of those that were looked at. */
export const smallTargets = (page: Page): Promise<ReturnType<typeof smallTargetsInPage>> =>
  page.evaluate(smallTargetsInPage);
