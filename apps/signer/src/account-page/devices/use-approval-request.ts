import { useCallback, useEffect, useRef, useState } from "react";
import {
  type ApprovalRequest,
  endOfRequest,
  findApprovalRequest,
  type RequestEnd,
} from "../../approvals/grant-approval.ts";
import type { OwnWallet } from "../own-wallet.ts";

/** Poll interval: the other browser may ask, reveal its number, or give up at any moment. */
const lookAgainMs = 2_000;

/** How the last request that was shown here ended. */
export type Ended = RequestEnd | "refusedAndEnded";

export interface ApprovalRequests {
  readonly approvalRequest: ApprovalRequest | null;
  /** Kept while the page is open; null if none has been shown, or it is still open. */
  readonly ended: Ended | null;
  readonly look: () => Promise<void>;
  /** Records the person's answer to the shown request. */
  readonly end: (how: Ended) => void;
}

/** Another browser's request to this one, polled while the page is visible; null if there is none. */
export const useApprovalRequest = (
  wallet: OwnWallet,
  /** A browser without the wallet has nothing to give. */
  isHere: boolean,
  /** The request that the page was opened with. */
  loaded: ApprovalRequest | null,
): ApprovalRequests => {
  const [approvalRequest, setApprovalRequest] = useState(loaded);
  const [ended, setEnded] = useState<Ended | null>(null);
  /** The request that is shown, and the one that was answered here: a poll that began before must not bring it back. */
  const shown = useRef(loaded?.asked.request ?? null);
  const answered = useRef<string | null>(null);
  const { api, store, info } = wallet;
  const look = useCallback(async () => {
    const open = await findApprovalRequest({ api, store }, info.uid);
    const found = open?.asked.request === answered.current ? null : open;
    const gone = found === null ? shown.current : null;
    if (gone !== null) {
      // It ended without an answer here, or with one whose response was lost: tell the person how.
      const how = await endOfRequest({ api }, gone);
      if (shown.current === gone) setEnded(how);
    }
    shown.current = found?.asked.request ?? null;
    setApprovalRequest((known) => (JSON.stringify(known) === JSON.stringify(found) ? known : found));
  }, [api, store, info.uid]);
  const end = useCallback((how: Ended) => {
    answered.current = shown.current;
    shown.current = null;
    setEnded(how);
  }, []);
  useEffect(() => {
    if (!isHere) return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const again = async () => {
      // Ignored: the next poll may succeed, and a press shows its own error.
      if (document.visibilityState === "visible") await look().catch(() => undefined);
      if (!isOver) timer = setTimeout(again, lookAgainMs);
    };
    void again();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [look, isHere]);
  return { approvalRequest, ended, look, end };
};
