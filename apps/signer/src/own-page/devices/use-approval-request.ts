import { useCallback, useEffect, useRef, useState } from "react";
import { type ApprovalRequest, endOfRequest, findApprovalRequest, type RequestEnd } from "../../approvals/approving.ts";
import type { OwnWallet } from "../own-wallet.ts";

/** Between two looks: the other browser may ask, show its part, or give up at any moment. */
const lookAgainMs = 2_000;

/** How the last request ended that was shown here. */
export type Ended = RequestEnd | "refusedAndEnded";

export interface ApprovalRequests {
  readonly approvalRequest: ApprovalRequest | null;
  /** For as long as the page stays; null where none has been shown, or it is open. */
  readonly ended: Ended | null;
  readonly look: () => Promise<void>;
  /** The person has answered the one that is shown. */
  readonly end: (how: Ended) => void;
}

/** What another browser asks of this one, followed for as long as the page is looked at; null while nobody asks. */
export const useApprovalRequest = (
  wallet: OwnWallet,
  /** A browser without the wallet has nothing to give. */
  isHere: boolean,
): ApprovalRequests => {
  const [approvalRequest, setApprovalRequest] = useState<ApprovalRequest | null>(null);
  const [ended, setEnded] = useState<Ended | null>(null);
  /** The request that is shown, and the one that was answered here: a look that began before does not bring it back. */
  const shown = useRef<string | null>(null);
  const answered = useRef<string | null>(null);
  const { api, store, info } = wallet;
  const look = useCallback(async () => {
    const open = await findApprovalRequest({ api, store }, info.uid);
    const found = open?.asked.request === answered.current ? null : open;
    const gone = found === null ? shown.current : null;
    if (gone !== null) {
      // It went without a press here, or with one that failed on its way: nothing goes without a word.
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
  return { approvalRequest, ended, look, end };
};
