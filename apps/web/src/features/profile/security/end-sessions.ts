import { routes } from "@tribe/contract";
import { api } from "../../../shared/api/api.ts";
import { codeOf } from "../../../shared/api/error-code.ts";
import { queryClient } from "../../../shared/api/query-client.ts";
import { dialogs } from "../../../shared/dialogs/dialogs.ts";
import { toast } from "../../../shared/notices/toast.ts";
import { refreshAfter } from "../../../shared/queries/stale.ts";

const refresh = () => refreshAfter(queryClient(), { kind: "sessionsEnded" });

/** Asks before a session is ended. One that is gone already counts as ended. */
export const askToEndSession = ({ sessionId, device }: { readonly sessionId: string; readonly device: string }): void =>
  dialogs.open("confirm", {
    title: "Sign out this device?",
    description: `${device} is signed out at once and loses your wallet. To use Tribe there again takes a new sign-in and, for the wallet, a link that we e-mail to you.`,
    confirmLabel: "Sign out",
    isDanger: true,
    onConfirm: async () => {
      await api(routes.identity.endSession, { body: { sessionId } }).catch((error: unknown) => {
        if (codeOf(error) !== "not_found") throw error;
      });
      await refresh();
    },
    onSuccess: () => toast.success("Signed out"),
  });

/** Asks before all sessions but this one are ended. */
export const askToEndOthers = (count: number): void =>
  dialogs.open("confirm", {
    title: "Sign out everywhere else?",
    description: `${count === 1 ? "One other session ends" : `${count} other sessions end`} at once, and your wallet can't be used there any more. This device stays signed in.`,
    confirmLabel: "Sign out",
    isDanger: true,
    onConfirm: async () => {
      await api(routes.identity.endOtherSessions, {});
      await refresh();
    },
    onSuccess: () => toast.success("Signed out everywhere else"),
  });
