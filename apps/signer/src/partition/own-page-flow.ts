import { partitionTexts } from "@tribe/domain/words";
import { declined, type Stage } from "../signing/stage.ts";
import { WalletError } from "../wallet/wallet-error.ts";
import { toFrame } from "./hand-over.ts";

/**
 * Shows the wallet's own page in the frame until the page around it goes: only after a press in the wallet's own window, which no script of
 * the app can make.
 * @throws WalletError `declined` when it goes, `refused` without such a press
 */
export const ownPageFlow = async (stage: Stage, sealed: string): Promise<never> => {
  const handedOver = await toFrame.open(sealed);
  if (!handedOver) throw new WalletError("refused", partitionTexts.reopen);
  await stage.ask({ kind: "own_page", handedOver });
  throw declined();
};
