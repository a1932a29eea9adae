import { noticesOfMembers, noticesOfVisitors } from "../notices.ts";
import { newcomerCases, strangerCases, traderCases } from "./first-minutes.ts";
import { memberCases } from "./member.ts";
import { by, type PictureCase } from "./picture-case.ts";
import { liveCases, roomCases } from "./room.ts";
import { visitorCases } from "./visitor.ts";
import { tradeEndCases, walletCases } from "./wallet.ts";

/** Every picture of the book. Ends of transactions are the outcomes suite's (`TRIBE_LONG=1`, e2e/outcomes.test.ts). */
export const pictureCases: readonly PictureCase[] = [
  ...visitorCases,
  ...by("visitor", noticesOfVisitors),
  ...strangerCases,
  ...newcomerCases,
  ...traderCases,
  ...memberCases,
  ...by("member", noticesOfMembers),
  ...walletCases,
  ...roomCases,
  ...tradeEndCases,
  ...liveCases,
];
