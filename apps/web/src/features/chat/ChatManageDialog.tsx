import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { groupSizes, routes, type SlowMode, slowModeSeconds, type TribeSettings } from "@tribe/contract";
import { bootedText, texts } from "@tribe/domain/words";
import { Button, Loading, Skeleton, Switch } from "@tribe/ui";
import { TriangleAlert } from "@tribe/ui/icons";
import { type ReactNode, useId, useState } from "react";
import { api } from "../../shared/api/api.ts";
import { wordsOf } from "../../shared/api/errors.ts";
import { QueryError } from "../../shared/components/QueryError.tsx";
import { DialogFrame } from "../../shared/dialogs/DialogFrame.tsx";
import { useCloseThisDialog } from "../../shared/dialogs/dialogs.ts";
import type { DialogPropsByName } from "../../shared/dialogs/names.ts";
import { toast } from "../../shared/notices/toast.ts";
import { keys } from "../../shared/queries/keys.ts";
import { refreshAfter } from "../../shared/queries/stale.ts";

const waits: Record<SlowMode, string> = { 0: "Off", 10: "10 s", 30: "30 s", 60: "1 min", 300: "5 min", 900: "15 min" };

/** The Chief's settings of a Tribe's chat. */
export const ChatManageDialog = ({ mint }: DialogPropsByName["chatManage"]) => {
  const known = useQuery({
    queryKey: keys.chatSettings(mint),
    queryFn: ({ signal }) => api(routes.chat.settings, { query: { mint }, signal }),
    // Never the cached settings: a switch that is pressed would toggle the wrong way when the answer arrives.
    staleTime: 0,
    gcTime: 0,
  });
  const [changes, setChanges] = useState<Partial<TribeSettings>>({});
  const close = useCloseThisDialog();
  const cache = useQueryClient();
  const save = useMutation({
    mutationFn: (settings: TribeSettings) => api(routes.chat.manage, { body: { mint, ...settings } }),
    onSuccess: ({ booted }) => {
      close();
      toast.success(texts.settingsSaved, booted > 0 ? { description: bootedText(booted, "now") } : {});
      void refreshAfter(cache, { kind: "chatManaged", mint });
    },
  });
  return (
    <DialogFrame title="Tribe settings" busy={save.isPending}>
      {known.data ? (
        <Form
          settings={{ ...known.data.settings, ...changes }}
          booted={(size) => known.data.boots.find(({ groupSize }) => groupSize === size)?.booted ?? 0}
          isChanged={isDifferent(known.data.settings, changes)}
          error={save.error ? wordsOf(save.error).title : null}
          isSaving={save.isPending}
          onChange={(change) => setChanges((now) => ({ ...now, ...change }))}
          onSave={(settings) => save.mutate(settings)}
          onCancel={close}
        />
      ) : known.error ? (
        <QueryError error={known.error} onRetry={() => void known.refetch()} />
      ) : (
        <Loading label="Loading settings">
          <Skeleton className="h-64" />
        </Loading>
      )}
    </DialogFrame>
  );
};

const isDifferent = (settings: TribeSettings, changes: Partial<TribeSettings>): boolean =>
  JSON.stringify({ ...settings, ...changes }) !== JSON.stringify(settings);

const Form = ({
  settings,
  booted,
  isChanged,
  error,
  isSaving,
  onChange,
  onSave,
  onCancel,
}: {
  settings: TribeSettings;
  booted: (size: TribeSettings["groupSize"]) => number;
  isChanged: boolean;
  error: string | null;
  isSaving: boolean;
  onChange: (change: Partial<TribeSettings>) => void;
  onSave: (settings: TribeSettings) => void;
  onCancel: () => void;
}) => {
  const out = booted(settings.groupSize);
  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(settings);
      }}
    >
      <Choice
        legend="Seats"
        options={groupSizes.map((size) => ({ value: size, label: String(size) }))}
        chosen={settings.groupSize}
        onChoose={(groupSize) => onChange({ groupSize })}
      >
        {out > 0 ? (
          <p role="status" className="mt-2 flex gap-2 rounded-control bg-risk-soft p-3 text-sm text-risk">
            <TriangleAlert aria-hidden size={18} className="shrink-0" />
            {bootedText(out, "then")}
          </p>
        ) : (
          <p className="mt-2 text-xs text-muted">How many top holders sit in your chat. You don't take a seat.</p>
        )}
      </Choice>
      <Choice
        legend="Slow mode"
        options={slowModeSeconds.map((seconds) => ({ value: seconds, label: waits[seconds] }))}
        chosen={settings.slowMode}
        onChoose={(slowMode) => onChange({ slowMode })}
      >
        <p className="mt-2 text-xs text-muted">How long a member waits between two messages.</p>
      </Choice>
      <div className="flex flex-col">
        <Switch
          label="Only you write"
          note="Members read and react."
          isOn={settings.onlyChiefWrites}
          onSwitch={(onlyChiefWrites) => onChange({ onlyChiefWrites })}
        />
        <Switch
          label="Preview for visitors"
          note="Anyone sees the last messages and the pinned one, without files."
          isOn={settings.preview}
          onSwitch={(preview) => onChange({ preview })}
        />
      </div>
      {error ? (
        <p role="alert" className="text-sm text-down">
          {error}
        </p>
      ) : null}
      <div className="flex justify-end gap-2">
        <Button variant="ghost" disabled={isSaving} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant={out > 0 ? "danger" : "primary"} disabled={!isChanged} busy={isSaving}>
          {out > 0 ? `Save, and boot ${out}` : "Save"}
        </Button>
      </div>
    </form>
  );
};

const Choice = <Value extends number>({
  legend,
  options,
  chosen,
  onChoose,
  children,
}: {
  legend: string;
  options: readonly { readonly value: Value; readonly label: string }[];
  chosen: Value;
  onChoose: (value: Value) => void;
  children: ReactNode;
}) => {
  const name = useId();
  return (
    <fieldset>
      <legend className="pb-2 text-sm font-semibold">{legend}</legend>
      <div className="flex gap-1">
        {options.map(({ value, label }) => (
          <label
            key={value}
            className="flex min-h-11 flex-1 cursor-pointer items-center justify-center rounded-control border border-transparent bg-raised px-1 text-sm whitespace-nowrap text-muted has-checked:border-ember has-checked:bg-ember-soft has-checked:font-semibold has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ember"
          >
            <input
              type="radio"
              name={name}
              checked={chosen === value}
              onChange={() => onChoose(value)}
              className="sr-only"
            />
            {label}
          </label>
        ))}
      </div>
      {children}
    </fieldset>
  );
};
