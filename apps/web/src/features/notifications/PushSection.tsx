import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { routes } from "@tribe/contract";
import { pushObstacleTexts, pushOutcomeTexts } from "@tribe/domain/words";
import { Button, IconButton, Loading, Skeleton, Switch } from "@tribe/ui";
import { Smartphone, Trash2 } from "@tribe/ui/icons";
import { api } from "../../shared/api/api.ts";
import { TimeAgo } from "../../shared/components/TimeAgo.tsx";
import { toast } from "../../shared/notices/toast.ts";
import { isPushOn, pushSupport, turnPushOff, turnPushOn } from "../../shared/push/push-browser.ts";
import { refreshAfter } from "../../shared/queries/stale.ts";
import { sayPushFailed } from "./push-failure.ts";
import { devicesQuery } from "./queries.ts";

/** Push notifications in this browser, a test of them, and the person's other browsers that receive them. */
export const PushSection = () => {
  const cache = useQueryClient();
  const devices = useQuery(devicesQuery);
  const support = pushSupport();
  const here = devices.data?.find(({ isThis }) => isThis);
  const isOn = isPushOn() && here !== undefined;
  const refresh = () => refreshAfter(cache, { kind: "pushDevicesChanged" });
  const turn = useMutation({
    mutationFn: (on: boolean) => (on ? turnPushOn() : turnPushOff()),
    onError: sayPushFailed,
    onSettled: refresh,
  });
  const test = useMutation({
    mutationFn: () => api(routes.notifications.testPush, {}),
    onSuccess: () => toast.success(pushOutcomeTexts.testSent),
    onError: sayPushFailed,
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: (id: string) => api(routes.notifications.removePushDevice, { body: { id } }),
    onError: sayPushFailed,
    onSettled: refresh,
  });
  return (
    <section aria-labelledby="push-heading" className="flex flex-col gap-1">
      <h2 id="push-heading" className="font-display text-lg font-semibold">
        On this device
      </h2>
      {support !== "ready" ? (
        <p className="rounded-card bg-surface p-3 text-sm text-muted">{pushObstacleTexts[support]}</p>
      ) : devices.isPending ? (
        <Loading label="Loading your devices">
          <Skeleton className="h-14" />
        </Loading>
      ) : (
        <Switch
          label="Push notifications"
          note={
            isOn
              ? "You hear from your Tribes even while Tribe is closed."
              : "Hear from your Tribes even while Tribe is closed. Your browser asks you next."
          }
          isOn={isOn}
          busy={turn.isPending}
          onSwitch={(on) => turn.mutate(on)}
        />
      )}
      {devices.data && devices.data.length > 0 ? (
        <>
          <ul aria-label="Devices with push" className="flex flex-col divide-y divide-line">
            {devices.data.map(({ id, name, isThis, since, lastPushAt }) => (
              <li key={id} className="flex min-h-14 items-center gap-3">
                <Smartphone aria-hidden size={20} className="text-muted" />
                <span className="min-w-0 flex-1 text-sm">
                  <span className="block truncate font-medium">{isThis ? `${name} (this device)` : name}</span>
                  <span className="block text-xs text-muted">
                    {lastPushAt ? "Last push " : "On since "}
                    <TimeAgo at={lastPushAt ?? since} />
                  </span>
                </span>
                {isThis ? null : (
                  <IconButton label={`Stop pushes to ${name}`} onClick={() => remove.mutate(id)}>
                    <Trash2 aria-hidden size={18} />
                  </IconButton>
                )}
              </li>
            ))}
          </ul>
          <Button small className="mt-1 self-start" busy={test.isPending} onClick={() => test.mutate()}>
            Send me a test
          </Button>
        </>
      ) : null}
    </section>
  );
};
