import { useMutation } from "@tanstack/react-query";
import type { SnapshotGroup } from "@tribe/contract";
import { appFailure, holdersSavedText } from "@tribe/domain/words";
import { Button, Loading, Skeleton } from "@tribe/ui";
import { Download } from "@tribe/ui/icons";
import { useEffect, useId, useRef, useState } from "react";
import { wordsOf } from "../../shared/api/errors.ts";
import { QueryError } from "../../shared/components/QueryError.tsx";
import { DialogFrame } from "../../shared/dialogs/DialogFrame.tsx";
import { useCloseThisDialog } from "../../shared/dialogs/dialogs.ts";
import type { DialogPropsByName } from "../../shared/dialogs/names.ts";
import { toast } from "../../shared/notices/toast.ts";
import { useToken } from "../../shared/queries/token.ts";
import { saveFile } from "../../shared/storage/save-file.ts";
import { fetchHoldersFile, holdersFileName } from "./export-file.ts";

/** Exports a Tribe's members or all its holders to a file, for its Chief. Closing the dialog cancels a running download. */
export const ExportHoldersDialog = ({ mint }: DialogPropsByName["exportHolders"]) => {
  const token = useToken(mint);
  return (
    <DialogFrame
      title="Export holders snapshot"
      description="A CSV file of who holds your token right now. What programs hold, such as a pool, is left out."
    >
      {token.data ? (
        <Form
          mint={mint}
          symbol={token.data.symbol}
          counts={{ holders: token.data.holderCount, members: token.data.memberCount }}
        />
      ) : token.error ? (
        <QueryError error={token.error} onRetry={() => void token.refetch()} />
      ) : (
        <Loading label="Loading the token">
          <Skeleton className="h-40" />
        </Loading>
      )}
    </DialogFrame>
  );
};

const groups: readonly { readonly who: SnapshotGroup; readonly label: string; readonly note: string }[] = [
  { who: "holders", label: "All holders", note: "Everyone with tokens in a wallet, you included" },
  { who: "members", label: "Members", note: "Those who have a seat" },
];

const Form = ({
  mint,
  symbol,
  counts,
}: Pick<DialogPropsByName["exportHolders"], "mint"> & {
  symbol: string;
  counts: Readonly<Record<SnapshotGroup, number>>;
}) => {
  const [who, setWho] = useState<SnapshotGroup>("holders");
  const close = useCloseThisDialog();
  const name = useId();
  const download = useRef<AbortController | null>(null);
  useEffect(() => () => download.current?.abort(), []);
  const save = useMutation({
    mutationFn: async () => {
      const controller = new AbortController();
      download.current = controller;
      const file = await fetchHoldersFile(mint, who, controller.signal);
      controller.signal.throwIfAborted();
      saveFile(file, holdersFileName(symbol, who, new Date()));
    },
    onSuccess: () => {
      close();
      toast.success(holdersSavedText);
    },
  });
  const isEmpty = counts[who] === 0;
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <fieldset className="flex flex-col gap-2" disabled={save.isPending}>
        <legend className="sr-only">Whom to export</legend>
        {groups.map(({ who: group, label, note }) => (
          <label
            key={group}
            className="flex min-h-14 cursor-pointer items-center gap-3 rounded-control border border-line bg-raised px-4 py-2 has-checked:border-ember has-checked:bg-ember-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ember"
          >
            <input
              type="radio"
              name={name}
              checked={who === group}
              onChange={() => setWho(group)}
              className="size-4 shrink-0 accent-ember"
            />
            <span className="flex min-w-0 flex-1 flex-col">
              <span className="text-sm font-semibold">{label}</span>
              <span className="text-xs text-muted">{note}</span>
            </span>
            <span className="text-sm tabular-nums">{counts[group].toLocaleString("en")}</span>
          </label>
        ))}
      </fieldset>
      {isEmpty ? (
        <p role="status" className="text-sm text-muted">
          {who === "holders" ? appFailure("no_holders").title : "No one has a seat yet"}
        </p>
      ) : save.error ? (
        <p role="alert" className="text-sm text-down">
          {wordsOf(save.error).title}
        </p>
      ) : null}
      <div className="flex justify-end gap-2">
        <Button variant="ghost" onClick={close}>
          Cancel
        </Button>
        <Button
          type="submit"
          variant="primary"
          icon={<Download aria-hidden size={18} />}
          disabled={isEmpty}
          busy={save.isPending}
        >
          Export CSV
        </Button>
      </div>
    </form>
  );
};
