import { routes } from "@tribe/contract";
import { socialTexts, texts } from "@tribe/domain/words";
import { api } from "../../shared/api/api.ts";
import { dialogs } from "../../shared/dialogs/dialogs.ts";
import { toast } from "../../shared/notices/toast.ts";
import { refreshLocalUser } from "../../shared/queries/local-user.ts";

/** A social network whose accounts can be connected. */
export type Network = "X" | "Farcaster";

const unlinks = {
  X: { call: () => api(routes.social.unlinkX, {}), done: texts.xUnlinked, failed: texts.xUnlinkFailed },
  Farcaster: {
    call: () => api(routes.social.unlinkFarcaster, {}),
    done: texts.farcasterUnlinked,
    failed: texts.farcasterUnlinkFailed,
  },
} as const satisfies Record<Network, unknown>;

/** Unlinks an account after a confirmation that states the consequences. `isOnly`: no other account is connected. */
export const askToUnlink = (network: Network, handle: string, isOnly: boolean): void => {
  const { call, done, failed } = unlinks[network];
  dialogs.open("confirm", {
    title: `Unlink ${network}?`,
    description: isOnly ? socialTexts.unlinkOnly(handle) : socialTexts.unlinkOne(handle),
    confirmLabel: "Unlink",
    isDanger: true,
    onConfirm: async () => {
      try {
        await call();
      } catch (error) {
        toast.error(failed);
        throw error;
      }
      await refreshLocalUser().catch(() => undefined); // it is unlinked; the next refresh shows it
    },
    onSuccess: () => toast.success(done),
  });
};
