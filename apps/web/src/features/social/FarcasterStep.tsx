import { useQuery } from "@tanstack/react-query";
import { type AnswerOf, routes } from "@tribe/contract";
import { socialTexts } from "@tribe/domain/words";
import { Button, buttonClasses } from "@tribe/ui";
import { QrCode } from "@tribe/ui/qr-code";
import { useEffect } from "react";
import { api } from "../../shared/api/api.ts";
import { toast } from "../../shared/notices/toast.ts";
import { refreshLocalUser } from "../../shared/queries/local-user.ts";

/** A connection that waits for the person's approval in their Farcaster app. */
export type BegunFarcaster = AnswerOf<typeof routes.social.startFarcaster>;

/** How often it is asked whether the person has approved, ms. */
const pollMs = 2_000;

/** Where to approve, here or on a phone, until that is done. `onEnd`: connected, given up, or refused with an error. */
export const FarcasterStep = ({ begun, onEnd }: { begun: BegunFarcaster; onEnd: (refusal: Error | null) => void }) => {
  const { connectionId, url } = begun;
  const { data, error } = useQuery({
    queryKey: ["farcaster", connectionId],
    queryFn: ({ signal }) => api(routes.social.finishFarcaster, { body: { connectionId }, signal }),
    refetchInterval: ({ state }) => (state.data?.outcome === "connected" || state.error ? false : pollMs),
    // The person is in another app meanwhile: asked at once when they come back.
    refetchOnWindowFocus: ({ state }) => state.data?.outcome !== "connected" && !state.error,
    gcTime: 0,
  });
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
