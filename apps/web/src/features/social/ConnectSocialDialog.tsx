import { useMutation } from "@tanstack/react-query";
import { routes, type SocialAccount } from "@tribe/contract";
import { Button } from "@tribe/ui";
import { TriangleAlert } from "@tribe/ui/icons";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { api } from "../../shared/api/api.ts";
import { wordsOf } from "../../shared/api/errors.ts";
import { DialogFrame } from "../../shared/dialogs/DialogFrame.tsx";
import type { DialogPropsByName } from "../../shared/dialogs/names.ts";
import { flow } from "../../shared/flow/flow-store.ts";
import { rememberSocialReturn, socialRefusal } from "../../shared/links/social-return.ts";
import { returnPath } from "../../shared/navigation/return-path.ts";
import { toast } from "../../shared/notices/toast.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { FarcasterMark } from "./FarcasterMark.tsx";
import { type BegunFarcaster, FarcasterStep } from "./FarcasterStep.tsx";
import { askToUnlink, type Network } from "./unlink.ts";
import { XMark } from "./XMark.tsx";

const sayWhy = (error: unknown): void => {
  toast.error(wordsOf(error).title);
};

/** Connects an X or Farcaster account, and shows and unlinks those that are connected. */
export const ConnectSocialDialog = ({ title, description, canSkip }: DialogPropsByName["connectSocial"]) => {
  const user = useLocalUser();
  const [begun, setBegun] = useState<BegunFarcaster | null>(null);
  const [refusal, setRefusal] = useState(socialRefusal.get);
  // Cleared, so that a later dialog does not show it again.
  useEffect(() => socialRefusal.set(null), []);
  const endFarcaster = useCallback((error: Error | null) => {
    setRefusal(error);
    setBegun(null);
  }, []);
  const connectX = useMutation({
    mutationFn: () => api(routes.social.startX, { body: { returnTo: returnPath() } }),
    onSuccess: ({ authorizationUrl }) => {
      rememberSocialReturn(returnPath());
      location.assign(authorizationUrl);
    },
    onError: sayWhy,
  });
  const connectFarcaster = useMutation({
    mutationFn: () => api(routes.social.startFarcaster, {}),
    onSuccess: setBegun,
    onError: sayWhy,
  });
  const { twitter = null, farcaster = null } = user ?? {};
  if (begun)
    return (
      <DialogFrame title="Connect Farcaster">
        <FarcasterStep begun={begun} onEnd={endFarcaster} />
      </DialogFrame>
    );
  return (
    <DialogFrame title={title} description={description}>
      <div className="flex flex-col gap-3">
        {refusal ? <Refused error={refusal} /> : null}
        {twitter ? (
          <Connected network="X" mark={<XMark />} account={twitter} isOnly={farcaster === null} />
        ) : (
          <Button
            variant={farcaster ? "secondary" : "primary"}
            icon={<XMark />}
            busy={connectX.isPending || connectX.isSuccess}
            onClick={() => connectX.mutate()}
          >
            Connect X
          </Button>
        )}
        {farcaster ? (
          <Connected network="Farcaster" mark={<FarcasterMark />} account={farcaster} isOnly={twitter === null} />
        ) : (
          <Button icon={<FarcasterMark />} busy={connectFarcaster.isPending} onClick={() => connectFarcaster.mutate()}>
            Connect Farcaster
          </Button>
        )}
        <p className="text-xs text-muted text-pretty">
          So people in the chat know who you are. We use your name, handle and picture, and never post.
        </p>
        {canSkip ? (
          <Button variant="ghost" onClick={() => flow.skip("social")}>
            Later
          </Button>
        ) : null}
      </div>
    </DialogFrame>
  );
};

/** The error and the next step, above the buttons for it. */
const Refused = ({ error }: { error: Error }) => {
  const { title, cause, nextStep } = wordsOf(error);
  return (
    <div role="alert" className="flex gap-3 rounded-card bg-raised p-3 text-sm">
      <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0 text-down" />
      <div className="flex min-w-0 flex-col gap-1">
        <p className="font-medium text-pretty">{title}</p>
        <p className="text-muted text-pretty">
          {cause} {nextStep}
        </p>
      </div>
    </div>
  );
};

interface ConnectedProps {
  network: Network;
  mark: ReactNode;
  account: SocialAccount;
  isOnly: boolean;
}

const Connected = ({ network, mark, account, isOnly }: ConnectedProps) => (
  <div className="flex items-center gap-3">
    {mark}
    <p className="min-w-0 flex-1 truncate">
      {account.name} <span className="text-muted">@{account.handle}</span>
    </p>
    <Button variant="danger" small onClick={() => askToUnlink(network, account.handle, isOnly)}>
      Unlink {network}
    </Button>
  </div>
);
