import type { LocalUser, Mint } from "@tribe/contract";
import { hasSocial } from "@tribe/domain/trading";
import { texts } from "@tribe/domain/words";
import { access } from "../api/access.ts";
import { queryClient } from "../api/query-client.ts";
import { dialogs } from "../dialogs/dialogs.ts";
import type { DialogToken, TradeDirection } from "../dialogs/names.ts";
import { toast } from "../notices/toast.ts";
import type { Config } from "../queries/config.ts";
import { keys } from "../queries/keys.ts";
import { flow } from "./flow-store.ts";

/** Whether an opener is refused because the system is paused; shows the message if so. Unknown counts as not paused. */
export const isRefusedByPause = (): boolean => {
  const isPaused = queryClient().getQueryData<Config>(keys.config())?.isSystemPaused ?? false;
  if (isPaused) toast.error(texts.systemPausedRefusal);
  return isPaused;
};

/** Begins "Create your Tribe"; required gates come first. */
export const openCreate = (): void => {
  if (isRefusedByPause()) return;
  if (access.get().session) dialogs.finishNamed("text");
  flow.start({ kind: "create", firstBuy: "", lamportsRequired: null });
};

/** Opens the trade dialog; a visitor is asked to sign in first and returns to it. */
export const openTrade = (token: DialogToken, direction: TradeDirection): void => startTrade(token, direction, false);

/** Opens the trade dialog with the amount that is needed for a seat in the chat, computed there: 'Buy min. to enter chat'. */
export const openEntry = (token: DialogToken): void => startTrade(token, "buy", true);

/** Opens the trade dialog with the amount that makes a seat last. It buys nothing by itself. @param spare base units at least */
export const openTopUp = (token: Pick<DialogToken, "mint">, spare: bigint): void =>
  startTrade(token, "buy", true, spare);

const startTrade = (
  token: Pick<DialogToken, "mint">,
  direction: TradeDirection,
  wantsEntry: boolean,
  wantsSpare: bigint | null = null,
): void => {
  if (isRefusedByPause()) return;
  flow.start({
    kind: "trade",
    mint: token.mint,
    direction,
    amountText: "",
    inSol: false,
    wantsEntry,
    wantsSpare,
    stage: "open",
    lamportsRequired: null,
  });
};

/**
 * Whether an order may go to the wallet now. It is refused while the system is paused; a visitor, or a buyer without a social
 * account, is led through the gates first.
 * @param leave begins the gates, after which the order returns
 */
export const mayOrder = (
  direction: TradeDirection,
  user: Pick<LocalUser, "twitter" | "farcaster"> | null,
  leave: () => void,
): boolean => {
  if (isRefusedByPause()) return false;
  if (user && (direction === "sell" || hasSocial(user))) return true;
  leave();
  return false;
};

/** Begins editing the own profile; a visitor, or a person without a social account, is led through the gates first. */
export const openEditProfile = (): void => flow.start({ kind: "profile" });

/** Begins joining a Tribe's chat. */
export const openJoin = (token: DialogToken): void => flow.start({ kind: "join", mint: token.mint });

/** Opens the airdrops of a Tribe, for its Chief. */
export const openAirdrop = (mint: Mint): void => {
  if (!isRefusedByPause()) dialogs.open("createAirdrop", { mint });
};
