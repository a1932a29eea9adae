import { routes } from "@tribe/contract";
import { sessionTexts } from "@tribe/domain/words";
import { api } from "../../../shared/api/api.ts";
import { codeOf } from "../../../shared/api/error-code.ts";
import { queryClient } from "../../../shared/api/query-client.ts";
import { dialogs } from "../../../shared/dialogs/dialogs.ts";
import { toast } from "../../../shared/notices/toast.ts";
import { refreshAfter } from "../../../shared/queries/stale.ts";

const refresh = () => refreshAfter(queryClient(), { kind: "sessionsEnded" });

/** Ends a session after a confirmation. One that no longer exists counts as ended. */
export const askToEndSession = ({ sessionId, device }: { readonly sessionId: string; readonly device: string }): void =>
  dialogs.open("confirm", {
    title: "Sign out that device?",
    description: sessionTexts.endOne(device),
    confirmLabel: "Sign out",
    isDanger: true,
    onConfirm: async () => {
      await api(routes.identity.endSession, { body: { sessionId } }).catch((error: unknown) => {
        if (codeOf(error) !== "not_found") throw error;
      });
      await refresh();
    },
    onSuccess: () => toast.success(sessionTexts.endedOne),
  });

/** Ends all sessions but this one after a confirmation. */
export const askToEndOthers = (count: number): void =>
  dialogs.open("confirm", {
    title: "Sign out everywhere else?",
    description: sessionTexts.endOthers(count),
    confirmLabel: "Sign out",
    isDanger: true,
    onConfirm: async () => {
      await api(routes.identity.endOtherSessions, {});
      await refresh();
    },
    onSuccess: () => toast.success(sessionTexts.endedOthers),
  });
