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
 * All pictures of the book, in parts. Each part has its own installation and people, so that its pictures do not depend on
 * earlier ones, and can be taken alone. The outcomes suite also takes pictures of a transaction's dialogs after each fault
 * (e2e/long/outcomes.test.ts).
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
