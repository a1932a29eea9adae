import { useCallback, useEffect, useState } from "react";
import { type ApprovalRequest, findApprovalRequest } from "../../approvals/approving.ts";
import type { OwnWallet } from "../own-wallet.ts";

/** Between two looks: the other browser may ask, show its part, or give up at any moment. */
const lookAgainMs = 2_000;

export interface ApprovalRequests {
  readonly approvalRequest: ApprovalRequest | null;
  readonly look: () => Promise<void>;
}

/** What another browser asks of this one, followed for as long as the page is looked at; null while nobody asks. */
export const useApprovalRequest = (
  wallet: OwnWallet,
  /** A browser without the wallet has nothing to give. */
  isHere: boolean,
): ApprovalRequests => {
  const [approvalRequest, setApprovalRequest] = useState<ApprovalRequest | null>(null);
  const { api, store, info } = wallet;
  const look = useCallback(async () => {
    const found = await findApprovalRequest({ api, store }, info.uid);
    setApprovalRequest((known) => (JSON.stringify(known) === JSON.stringify(found) ? known : found));
  }, [api, store, info.uid]);
  useEffect(() => {
    if (!isHere) return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const again = async () => {
      // What a look fails with the next one may not; a press says what is wrong.
      if (document.visibilityState === "visible") await look().catch(() => undefined);
      if (!isOver) timer = setTimeout(again, lookAgainMs);
    };
    void again();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [look, isHere]);
  return { approvalRequest, look };
};
