import { walletWaits } from "@tribe/contract";

/** How long a mail about a wait is useful: as long as the wait lasts. */
export const waitNoticeSeconds = walletWaits.keySeconds;
/** The same for a mail about another browser. */
export const newDeviceNoticeSeconds = 86_400;
/** The same for a change with a longer wait. */
export const changeNoticeSeconds = walletWaits.changeSeconds;
