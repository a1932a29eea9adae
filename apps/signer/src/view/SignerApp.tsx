import { Spinner } from "@tribe/ui";
import { type ReactNode, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import type { Signer } from "../signer.ts";
import type { Screen } from "../signing/screen.ts";
import { ConfirmView } from "./ConfirmView.tsx";
import { NoticeView } from "./NoticeView.tsx";
import { ReceiveView } from "./ReceiveView.tsx";
import { RecoverView } from "./RecoverView.tsx";
import { TouchView } from "./TouchView.tsx";

/** The frame's whole page: one screen at a time, and its height told to the dialog around it. */
export const SignerApp = ({ signer }: { signer: Signer }) => {
  const screen = useSyncExternalStore(signer.stage.subscribe, signer.stage.screen);
  const content = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!content.current) return;
    const observer = new ResizeObserver(([entry]) => {
      const size = entry?.borderBoxSize[0];
      if (size && size.blockSize > 0) signer.reportHeight(size.blockSize);
    });
    observer.observe(content.current);
    return () => observer.disconnect();
  }, [signer]);
  return (
    <div ref={content} className="p-1">
      {viewOf(screen, signer)}
    </div>
  );
};

const viewOf = (screen: Screen, { stage }: Signer): ReactNode => {
  switch (screen.kind) {
    case "idle":
      return null;
    case "loading":
      return <Working text="Preparing..." />;
    case "confirm":
    case "signing":
      return <ConfirmView key="confirm" screen={screen} act={stage.act} />;
    case "refused":
    case "waits":
    case "failed":
      return <NoticeView key={screen.kind} screen={screen} act={stage.act} />;
    case "recovery_offer":
    case "recovery_mailed":
    case "recovery_working":
      return <RecoverView screen={screen} act={stage.act} />;
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
