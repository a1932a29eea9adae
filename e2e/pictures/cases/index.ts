import { newcomerCases, strangerCases, traderCases } from "./first-minutes.ts";
import { memberCases } from "./member.ts";
import { memberNoticeCases, visitorNoticeCases } from "./notices.ts";
import type { PictureCase } from "./picture-case.ts";
import { liveCases, roomCases } from "./room.ts";
import { visitorCases } from "./visitor.ts";
import { tradeEndCases, walletCases } from "./wallet.ts";

/** Every picture of the book. Ends of transactions are the outcomes suite's (`TRIBE_LONG=1`, e2e/outcomes.test.ts). */
export const pictureCases: readonly PictureCase[] = [
  ...visitorCases,
  ...visitorNoticeCases,
  ...strangerCases,
  ...newcomerCases,
  ...traderCases,
  ...memberCases,
  ...memberNoticeCases,
  ...walletCases,
  ...roomCases,
  ...tradeEndCases,
  ...liveCases,
];
