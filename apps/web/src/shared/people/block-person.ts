import { routes, type Uid } from "@tribe/contract";
import { isolated } from "@tribe/domain/people";
import { blockTexts } from "@tribe/domain/words";
import { api } from "../api/api.ts";
import { failureWords } from "../api/failure-words.ts";
import { queryClient } from "../api/query-client.ts";
import { dialogs } from "../dialogs/dialogs.ts";
import { toast } from "../notices/toast.ts";
import { refreshAfter } from "../queries/stale.ts";

interface Person {
  readonly uid: Uid;
  readonly displayName: string;
}

const refresh = () => refreshAfter(queryClient(), { kind: "blocksChanged" });

/** Asks for confirmation before somebody's messages are hidden. */
export const askToBlockPerson = ({ uid, displayName }: Person): void =>
  dialogs.open("confirm", {
    title: `Block ${isolated(displayName)}?`,
    description: blockTexts.question,
    confirmLabel: "Block",
    isDanger: true,
    onConfirm: async () => {
      await api(routes.account.block, { body: { uid } });
      await refresh();
    },
    onSuccess: () => toast.success(blockTexts.blocked(displayName)),
  });

/** Shows somebody's messages again, and reports the result. */
export const unblockPerson = async ({ uid, displayName }: Person): Promise<void> => {
  try {
    await api(routes.account.unblock, { body: { uid } });
    await refresh();
    toast.success(blockTexts.unblocked(displayName));
  } catch (error) {
    toast.error((await failureWords(error)).title);
  }
};
