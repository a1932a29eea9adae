import { useMutation, useQueryClient } from "@tanstack/react-query";
import { pushObstacleTexts, pushOutcomeTexts } from "@tribe/domain/words";
import { Button } from "@tribe/ui";
import { BellRing } from "@tribe/ui/icons";
import { useState } from "react";
import * as z from "zod/mini";
import { toast } from "../../shared/notices/toast.ts";
import { isPushOn, pushSupport, turnPushOn } from "../../shared/push/push-browser.ts";
import { refreshAfter } from "../../shared/queries/stale.ts";
import { storageKeys } from "../../shared/storage/keys.ts";
import { stored } from "../../shared/storage/stored.ts";
import { sayPushFailed } from "./push-failure.ts";

const hidden = stored(storageKeys.pushHidden, z.boolean());

/** Offers push notifications on a device without them, until the person declines. The browser asks only after the press. */
export const PushInvitation = () => {
  const cache = useQueryClient();
  const [isHidden, setIsHidden] = useState(() => hidden.read() === true);
  const turn = useMutation({
    mutationFn: turnPushOn,
    onSuccess: () => toast.success(pushOutcomeTexts.on),
    onError: sayPushFailed,
    onSettled: () => refreshAfter(cache, { kind: "pushDevicesChanged" }),
  });
  const support = pushSupport();
  if (isHidden || isPushOn() || support === "blocked" || support === "unsupported") return null;
  const hide = () => {
    hidden.write(true);
    setIsHidden(true);
  };
  return (
    <section aria-label="Push notifications" className="flex items-start gap-3 rounded-card bg-surface p-4">
      <BellRing aria-hidden size={20} className="mt-0.5 shrink-0 text-ember-text" />
      <div className="flex min-w-0 flex-1 flex-col items-start gap-3">
        <p className="text-sm text-pretty">
          Hear of replies, lost seats and airdrops while Tribe is closed.
          {support === "needsHomeScreen" ? ` ${pushObstacleTexts.needsHomeScreen}` : null}
        </p>
        <div className="flex flex-wrap gap-2">
          {support === "ready" ? (
            <Button small variant="primary" busy={turn.isPending} onClick={() => turn.mutate()}>
              Turn on
            </Button>
          ) : null}
          <Button small variant="ghost" onClick={hide}>
            Not now
          </Button>
        </div>
      </div>
    </section>
  );
};
