import { Spinner } from "@tribe/ui";
import { type ReactNode, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import type { ToFrame } from "../partition/hand-over.ts";
import type { Signer } from "../signer.ts";
import type { Screen } from "../signing/screen.ts";
import { ConfirmView } from "./ConfirmView.tsx";
import { NoticeView } from "./NoticeView.tsx";
import { ReceiveView } from "./ReceiveView.tsx";
import { RecoverView } from "./RecoverView.tsx";
import { RequestedApprovalView } from "./RequestedApprovalView.tsx";
import { TouchView } from "./TouchView.tsx";
import { WaitingView } from "./WaitingView.tsx";

interface SignerAppProps {
  readonly signer: Signer;
  /** The wallet's own page, in the frame. */
  readonly ownPage: (handedOver: ToFrame) => ReactNode;
}

/** The frame's whole page: shows one screen at a time, and reports its height to the dialog around it. */
export const SignerApp = ({ signer, ownPage }: SignerAppProps) => {
  const screen = useSyncExternalStore(signer.stage.subscribe, signer.stage.screen);
  const content = useRef<HTMLDivElement>(null);
  const isNew = useRef(false);
  useLayoutEffect(() => {
    isNew.current = waitsForPerson[screen.kind];
  }, [screen]);
  useLayoutEffect(() => {
    if (!content.current) return;
    const observer = new ResizeObserver(([entry]) => {
      const size = entry?.borderBoxSize[0];
      if (!size || size.blockSize === 0) return;
      signer.reportHeight(size.blockSize);
      // Once for each screen, and again when the chain's answer changes it: the dialog's scroll position belongs to the former
      // one.
      if (isNew.current) signer.reveal({ top: 0, height: size.blockSize });
      isNew.current = false;
    });
    observer.observe(content.current);
    return () => observer.disconnect();
  }, [signer]);
  return (
    <div ref={content} className="p-1">
      {screen.kind === "own_page" ? ownPage(screen.handedOver) : viewOf(screen, signer)}
    </div>
  );
};

/** The screens on which a person has to read and press something. */
const waitsForPerson: Record<Screen["kind"], boolean> = {
  idle: false,
  loading: false,
  confirm: true,
  signing: false,
  refused: true,
  waits: true,
  failed: true,
  recovery_offer: true,
  recovery_mailed: true,
  recovery_waiting: true,
  recovery_asked: true,
  recovery_working: false,
  touch: true,
  receive: false,
  own_page: false,
  done: false,
};

const viewOf = (screen: Exclude<Screen, { kind: "own_page" }>, { stage, reveal }: Signer): ReactNode => {
  switch (screen.kind) {
    case "idle":
      return null;
    case "loading":
      return <Working text="Preparing..." />;
    case "confirm":
    case "signing":
      return <ConfirmView key="confirm" screen={screen} act={stage.act} reveal={reveal} />;
    case "refused":
    case "waits":
    case "failed":
      return <NoticeView key={screen.kind} screen={screen} act={stage.act} />;
    case "recovery_offer":
    case "recovery_mailed":
    case "recovery_working":
      return <RecoverView screen={screen} act={stage.act} />;
    case "recovery_waiting":
      return <WaitingView key="waiting" screen={screen} act={stage.act} />;
    case "recovery_asked":
      return <RequestedApprovalView key="asked" screen={screen} act={stage.act} />;
    case "touch":
      return <TouchView key="touch" screen={screen} act={stage.act} />;
    case "receive":
      return <ReceiveView screen={screen} />;
    case "done":
      return <Working text={screen.text} />;
  }
};

const Working = ({ text }: { text: string }) => (
  <p role="status" className="flex min-h-40 items-center justify-center gap-3 text-sm text-muted">
    <Spinner />
    {text}
  </p>
);
