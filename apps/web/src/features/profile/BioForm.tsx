import { useMutation, useQueryClient } from "@tanstack/react-query";
import { bioMaxCharacters, bioMaxLines, type LocalUser, routes } from "@tribe/contract";
import { hasSocial } from "@tribe/domain/trading";
import { Button } from "@tribe/ui";
import { type FormEvent, useId, useState } from "react";
import { api } from "../../shared/api/api.ts";
import { flow } from "../../shared/flow/flow-store.ts";
import { toast } from "../../shared/notices/toast.ts";
import { keys } from "../../shared/queries/keys.ts";
import { keepBioDraft, readBioDraft } from "./bio-draft.ts";
import { bioFailure } from "./bio-failure.ts";

/** The bio: up to 200 characters in 4 lines. */
export const BioForm = ({ user, onSaved }: { user: LocalUser; onSaved: () => void }) => {
  const id = useId();
  const cache = useQueryClient();
  const [text, setText] = useState(() => readBioDraft(user.uid) ?? user.bio);
  const change = (typed: string) => {
    setText(typed);
    keepBioDraft(user.uid, typed === user.bio ? null : typed);
  };
  const save = useMutation({
    mutationFn: (bio: string) => api(routes.identity.updateUser, { body: { bio } }),
    onSuccess: ({ localUser }) => {
      cache.setQueryData(keys.localUser(), localUser);
      keepBioDraft(user.uid, null);
      toast.success("Profile saved");
      onSaved();
    },
    onError: (error) => toast.error(bioFailure(error)),
  });
  const isTooLong = text.split("\n").length > bioMaxLines;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending || isTooLong) return;
    if (hasSocial(user)) save.mutate(text);
    else flow.start({ kind: "profile" });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-2">
      <label htmlFor={id} className="text-sm font-medium">
        Bio
      </label>
      <textarea
        id={id}
        rows={3}
        // It was asked for just now.
        // biome-ignore lint/a11y/noAutofocus: the button that opened it has gone
        autoFocus
        maxLength={bioMaxCharacters}
        value={text}
        onChange={(event) => change(event.target.value)}
        aria-describedby={`${id}-hint`}
        className="rounded-control border border-line-strong bg-bg px-3 py-2"
      />
      <div className="flex items-center justify-between gap-3">
        <p id={`${id}-hint`} className={`text-xs ${isTooLong ? "text-down" : "text-muted"}`}>
          {isTooLong ? `${bioMaxLines} lines at most` : `${text.length} of ${bioMaxCharacters}`}
        </p>
        <Button type="submit" small busy={save.isPending} disabled={text === user.bio || isTooLong}>
          Save bio
        </Button>
      </div>
    </form>
  );
};
