import { accountCases, newcomerStateCases } from "./account.ts";
import { airdropCases } from "./airdrop.ts";
import { chatStateCases } from "./chat-states.ts";
import { newcomerCases, strangerCases, traderCases } from "./first-minutes.ts";
import { memberCases } from "./member.ts";
import { momentCases } from "./moments.ts";
import { memberNoticeCases, visitorNoticeCases } from "./notices.ts";
import { ownPageCases } from "./own-page.ts";
import type { PictureCase } from "./picture-case.ts";
import { liveCases, roomCases } from "./room.ts";
import { secondBrowserCases } from "./second-browser.ts";
import { transactionCases } from "./transactions.ts";
import { visitorCases } from "./visitor.ts";
import { tradeEndCases, walletCases } from "./wallet.ts";

/**
 * Every picture of the book, in parts. A part has a product and people of its own, so that its pictures are the same whatever
 * was taken before it, and that it can be taken alone. What a transaction's dialogs say after each fault is the outcomes
 * suite's, too (`TRIBE_LONG=1`, e2e/outcomes.test.ts).
 */
export const pictureParts: Readonly<Record<string, readonly PictureCase[]>> = {
  newcomers: [
    ...visitorCases,
    ...visitorNoticeCases,
    ...strangerCases,
    ...ownPageCases,
    ...newcomerCases,
    ...newcomerStateCases,
    ...traderCases,
    ...secondBrowserCases,
  ],
  member: [...memberCases, ...memberNoticeCases, ...walletCases, ...accountCases],
  room: [...roomCases, ...chatStateCases, ...airdropCases, ...transactionCases, ...tradeEndCases, ...liveCases],
  moments: momentCases,
};
