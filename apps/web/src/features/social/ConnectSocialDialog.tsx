import { useMutation } from "@tanstack/react-query";
import { routes } from "@tribe/contract";
import { texts } from "@tribe/domain/words";
import { Button } from "@tribe/ui";
import { api } from "../../shared/api/api.ts";
import { wordsOf } from "../../shared/api/errors.ts";
import { DialogFrame } from "../../shared/dialogs/DialogFrame.tsx";
import { dialogs } from "../../shared/dialogs/dialogs.ts";
import type { DialogPropsByName } from "../../shared/dialogs/names.ts";
import { flow } from "../../shared/flow/flow-store.ts";
import { rememberSocialReturn } from "../../shared/links/social-return.ts";
import { returnPath } from "../../shared/navigation/return-path.ts";
import { toast } from "../../shared/notices/toast.ts";
import { refreshLocalUser, useLocalUser } from "../../shared/queries/local-user.ts";
import { XMark } from "./XMark.tsx";

/** Connects an X account, or shows and unlinks the connected one. */
export const ConnectSocialDialog = ({ title, description, mode, canSkip }: DialogPropsByName["connectSocial"]) => {
  const user = useLocalUser();
  const connect = useMutation({
    mutationFn: () => api(routes.social.startX, { body: { returnTo: returnPath() } }),
    onSuccess: ({ authorizationUrl }) => {
      rememberSocialReturn(returnPath());
      location.assign(authorizationUrl);
    },
    onError: (error) => toast.error(wordsOf(error).title),
  });
  const account = user?.twitter ?? null;
  return (
    <DialogFrame title={title} description={description}>
      <div className="flex flex-col gap-3">
        {account && mode === "manage" ? (
          <div className="flex items-center gap-3">
            <XMark />
            <p className="min-w-0 flex-1 truncate">
              {account.name} <span className="text-muted">@{account.handle}</span>
            </p>
            <Button look="danger" small onClick={() => askToUnlink(account.handle)}>
              Unlink X
            </Button>
          </div>
        ) : (
          <Button
            look="main"
            icon={<XMark />}
            busy={connect.isPending || connect.isSuccess}
            onClick={() => connect.mutate()}
          >
            Connect X
          </Button>
        )}
        <p className="text-xs text-muted text-pretty">We use your name, handle and picture. We never post.</p>
        {canSkip ? (
          <Button look="quiet" onClick={() => flow.skip("social")}>
            Later
          </Button>
        ) : null}
      </div>
    </DialogFrame>
  );
};

const askToUnlink = (handle: string): void =>
  dialogs.open("confirm", {
    title: "Unlink X?",
    description: `Without @${handle} you can't create, join or buy until you connect an account again. You can always sell, and your tokens and SOL stay yours.`,
    confirmLabel: "Unlink",
    isDanger: true,
    onConfirm: unlink,
    onSuccess: () => toast.success(texts.xUnlinked),
  });

const unlink = async (): Promise<void> => {
  try {
    await api(routes.social.unlinkX, {});
  } catch (error) {
    toast.error(texts.xUnlinkFailed);
    throw error;
  }
  await refreshLocalUser().catch(() => undefined); // it is unlinked; the next refresh shows it
};
