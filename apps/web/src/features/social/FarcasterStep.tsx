import { useQuery } from "@tanstack/react-query";
import type { AnswerOf, routes } from "@tribe/contract";
import { socialTexts } from "@tribe/domain/words";
import { Button, buttonClasses } from "@tribe/ui";
import { QrCode } from "@tribe/ui/qr-code";
import { useEffect } from "react";
import { toast } from "../../shared/notices/toast.ts";
import { refreshLocalUser } from "../../shared/queries/local-user.ts";
import { approvalQuery } from "./approval-query.ts";

/** A connection that waits for the person's approval in their Farcaster app. */
export type BegunFarcaster = AnswerOf<typeof routes.social.startFarcaster>;

/** Shows where to approve, here or on a phone, until that is done. `onEnd`: connected, cancelled, or refused with an error. */
export const FarcasterStep = ({ begun, onEnd }: { begun: BegunFarcaster; onEnd: (refusal: Error | null) => void }) => {
  const { connectionId, url } = begun;
  const { data, error } = useQuery(approvalQuery(connectionId));
  const isConnected = data?.outcome === "connected";
  useEffect(() => {
    if (!isConnected && !error) return;
    if (!error) {
      toast.success(socialTexts.farcasterConnected);
      void refreshLocalUser().catch(() => undefined); // shown by the next refresh
    }
    onEnd(error);
  }, [isConnected, error, onEnd]);
  return (
    <div className="flex flex-col items-center gap-4">
      <p className="text-center text-sm text-muted text-pretty">
        Approve it in your Farcaster app: scan this with your phone, or open it on this device.
      </p>
      <QrCode text={url} label="QR code that opens Farcaster" />
      <a href={url} target="_blank" rel="noreferrer" className={`${buttonClasses("primary")} w-full`}>
        Open Farcaster
      </a>
      <p role="status" className="text-sm text-muted">
        Waiting for your approval…
      </p>
      <Button variant="ghost" onClick={() => onEnd(null)}>
        Cancel
      </Button>
    </div>
  );
};
