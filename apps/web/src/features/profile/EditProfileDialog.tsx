import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type LocalUser, routes } from "@tribe/contract";
import { accountTexts, connectSocialTexts } from "@tribe/domain/words";
import { Button, Loading, Skeleton, TextArea } from "@tribe/ui";
import { type FormEvent, useId, useState } from "react";
import { api } from "../../shared/api/api.ts";
import { codeOf } from "../../shared/api/error-code.ts";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";
import { DialogFrame } from "../../shared/dialogs/DialogFrame.tsx";
import { dialogs, useCloseThisDialog } from "../../shared/dialogs/dialogs.ts";
import type { DialogPropsByName } from "../../shared/dialogs/names.ts";
import { openEditProfile } from "../../shared/flow/openers.ts";
import { toast } from "../../shared/notices/toast.ts";
import { keys } from "../../shared/queries/keys.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { refreshAfter } from "../../shared/queries/stale.ts";
import { assessBio } from "./assess-bio.ts";
import { keepBioDraft, readBioDraft } from "./bio-draft.ts";
import { bioFailure } from "./bio-failure.ts";
import { faceSource } from "./face-source.ts";

/** Shows how others see the person and edits the bio. Name and picture come from a connected social account. */
export const EditProfileDialog = ({ title }: DialogPropsByName["editProfile"]) => {
  const now = useLocalUser();
  // Remembered, so that the typed text stays if the session ends meanwhile; saving then reports it.
  const [known, setKnown] = useState(now ?? null);
  if (now && now !== known) setKnown(now);
  const [isBusy, setBusy] = useState(false);
  return (
    <DialogFrame title={title} busy={isBusy}>
      {known ? (
        <ProfileForm key={known.uid} user={known} onBusy={setBusy} />
      ) : (
        <Loading label="Loading your profile">
          <Skeleton className="h-48" />
        </Loading>
      )}
    </DialogFrame>
  );
};

const ProfileForm = ({ user, onBusy }: { user: LocalUser; onBusy: (isBusy: boolean) => void }) => {
  const id = useId();
  const cache = useQueryClient();
  const close = useCloseThisDialog();
  const [text, setText] = useState(() => readBioDraft(user.uid) ?? user.bio);
  const keep = (typed: string) => keepBioDraft(user.uid, typed === user.bio ? null : typed);
  const save = useMutation({
    mutationFn: (bio: string) => api(routes.identity.updateUser, { body: { bio } }),
    onMutate: () => onBusy(true),
    onSettled: () => onBusy(false),
    onSuccess: ({ localUser }) => {
      cache.setQueryData(keys.localUser(), localUser);
      void refreshAfter(cache, { kind: "profileEdited", address: localUser.address });
      keepBioDraft(user.uid, null);
      toast.success(accountTexts.profileSaved);
      close();
    },
    // Kept again: the end of a session has deleted the stored draft.
    onError: () => keep(text),
  });
  const { problem, count } = assessBio(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending && problem === null) save.mutate(text);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      <Face user={user} />
      <div className="flex flex-col gap-1">
        <label htmlFor={id} className="text-sm font-medium text-muted">
          Bio
        </label>
        <TextArea
          id={id}
          rows={4}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            keep(target.value);
          }}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-count`}
          className="min-h-28 rounded-control border border-line-strong bg-bg px-3 py-2 text-base"
        />
        <p id={`${id}-count`} className="flex justify-between gap-3 text-xs text-muted">
          <span role="status" className="text-down">
            {problem}
          </span>
          <span className="tabular-nums">{count}</span>
        </p>
      </div>
      {save.error ? (
        <p role="alert" className="text-sm text-down">
          {bioFailure(save.error)}
        </p>
      ) : null}
      <div className="flex justify-end gap-2">
        <Button variant="ghost" disabled={save.isPending} onClick={close}>
          Cancel
        </Button>
        {codeOf(save.error) === "unauthorized" ? (
          <Button
            variant="primary"
            onClick={() => {
              close();
              openEditProfile();
            }}
          >
            Sign in
          </Button>
        ) : (
          <Button
            type="submit"
            variant="primary"
            busy={save.isPending}
            disabled={text === user.bio || problem !== null}
          >
            Save
          </Button>
        )}
      </div>
    </form>
  );
};

/** The public name and picture, and which account they come from. */
const Face = ({ user }: { user: LocalUser }) => (
  <div className="flex items-center gap-4">
    <PersonAvatar seed={user.uid} src={user.pfp} name="" size={72} />
    <div className="flex min-w-0 flex-1 flex-col items-start gap-1">
      <p className="max-w-full truncate font-display text-lg font-bold">
        <bdi>{user.displayName}</bdi>
      </p>
      <p className="text-xs text-pretty text-muted">{faceSource(user)}</p>
      <Button
        small
        className="mt-1"
        onClick={() =>
          dialogs.open("connectSocial", {
            title: user.twitter || user.farcaster ? "Manage socials" : "Connect social",
            description: user.twitter || user.farcaster ? "" : connectSocialTexts.edit,
            canSkip: false,
          })
        }
      >
        {user.twitter || user.farcaster ? "Manage socials" : "Connect social"}
      </Button>
    </div>
  </div>
);
