import { ApiError, type ChatMember, type Mint, routes } from "@tribe/contract";
import { isolated } from "@tribe/domain/people";
import { appFailure, chatTexts, texts } from "@tribe/domain/words";
import { api } from "../../../shared/api/api.ts";
import { wordsOf } from "../../../shared/api/errors.ts";
import { queryClient } from "../../../shared/api/query-client.ts";
import { dialogs } from "../../../shared/dialogs/dialogs.ts";
import { toast } from "../../../shared/notices/toast.ts";
import { refreshAfter } from "../../../shared/queries/stale.ts";

type Person = Pick<ChatMember, "address" | "displayName">;

const refresh = (mint: Mint): void => void refreshAfter(queryClient(), { kind: "chatManaged", mint });

/** Blocks somebody and shows the result. A refusal is distinguished from a lost answer. */
export const block = async (mint: Mint, { address }: Person): Promise<void> => {
  try {
    const { state } = await api(routes.chat.ban, { body: { mint, address } });
    if (state === "banned") toast.success(texts.userBlocked);
    else toast.error(appFailure("block_failed").title);
  } catch (error) {
    const isRefused = error instanceof ApiError && error.code !== "internal" && error.code !== "unavailable";
    const { title, cause, nextStep } = appFailure(isRefused ? "block_failed" : "block_error");
    toast.error(title, { description: isRefused ? wordsOf(error).title : `${cause} ${nextStep}` });
  } finally {
    refresh(mint);
  }
};

/** Asks for confirmation: a blocked person loses access at once, on all their devices. */
export const askToBlock = (mint: Mint, person: Person): void =>
  dialogs.open("confirm", {
    title: `Block ${isolated(person.displayName)}?`,
    description: chatTexts.blockQuestion,
    confirmLabel: "Block",
    isDanger: true,
    onConfirm: () => block(mint, person),
    onSuccess: () => undefined,
  });

export const unblock = (mint: Mint, { address, displayName }: Person): void => {
  api(routes.chat.unban, { body: { mint, address } })
    .then(
      () => toast.success(chatTexts.canJoinAgain(displayName)),
      (error: unknown) => toast.error(wordsOf(error).title),
    )
    .finally(() => refresh(mint));
};
