import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { routes, type SeatAlarm, type TokenProfile } from "@tribe/contract";
import { pricesOf } from "@tribe/domain/money";
import { alarmTexts } from "@tribe/domain/words";
import { Button, Loading, Skeleton, TextField } from "@tribe/ui";
import { type ChangeEvent, type FormEvent, useState } from "react";
import { api } from "../../../shared/api/api.ts";
import { wordsOf } from "../../../shared/api/errors.ts";
import { QueryError } from "../../../shared/components/QueryError.tsx";
import { DialogFrame } from "../../../shared/dialogs/DialogFrame.tsx";
import { useCloseThisDialog } from "../../../shared/dialogs/dialogs.ts";
import type { DialogPropsByName } from "../../../shared/dialogs/names.ts";
import { toast } from "../../../shared/notices/toast.ts";
import { alarmsQuery } from "../../../shared/queries/alarms.ts";
import { useToken } from "../../../shared/queries/token.ts";
import { typedAmount } from "../../../shared/trading/amount/typed-amount.ts";
import { type AlarmFields, fieldsOf, readAlarm } from "./alarm-form.ts";

/** When to be told of one's seat and of the price in a Tribe. What is offered can be set with one press. */
export const SeatAlarmsDialog = ({ mint }: DialogPropsByName["seatAlarms"]) => {
  const token = useToken(mint);
  const alarms = useQuery(alarmsQuery);
  const close = useCloseThisDialog();
  const cache = useQueryClient();
  const save = useMutation({
    mutationFn: (alarm: SeatAlarm | null) => api(routes.notifications.saveAlarm, { body: { mint, alarm } }),
    onSuccess: ({ alarm }) => {
      cache.setQueryData(alarmsQuery.queryKey, (known) =>
        known?.filter((each) => each.mint !== mint).concat(alarm ? [{ mint, alarm }] : []),
      );
      close();
      toast.success(alarm ? alarmTexts.on : alarmTexts.off);
    },
  });
  const error = token.error ?? alarms.error;
  return (
    <DialogFrame title="Alarms" subject={token.data?.name ?? ""} busy={save.isPending}>
      {token.data && alarms.data ? (
        <Form
          token={token.data}
          alarm={alarms.data.find((each) => each.mint === mint)?.alarm ?? null}
          error={save.error ? wordsOf(save.error).title : null}
          isSaving={save.isPending}
          onSave={save.mutate}
        />
      ) : error ? (
        <QueryError error={error} onRetry={() => void Promise.all([token.refetch(), alarms.refetch()])} />
      ) : (
        <Loading label="Loading your alarms">
          <Skeleton className="h-80" />
        </Loading>
      )}
    </DialogFrame>
  );
};

const Form = ({
  token,
  alarm,
  error,
  isSaving,
  onSave,
}: {
  token: TokenProfile;
  alarm: SeatAlarm | null;
  error: string | null;
  isSaving: boolean;
  onSave: (alarm: SeatAlarm | null) => void;
}) => {
  const [fields, setFields] = useState(() => fieldsOf(alarm, token));
  const read = readAlarm(fields, token);
  const isEmpty = Object.values(fields).every((text) => text === "");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (read && !isEmpty) onSave(read);
  };
  const field = (name: keyof AlarmFields, decimals: number) => ({
    inputMode: "decimal" as const,
    autoComplete: "off",
    placeholder: "Off",
    value: fields[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const text = typedAmount(event, fields[name], decimals);
      setFields((now) => ({ ...now, [name]: text }));
    },
  });
  const { per } = pricesOf(token);
  const sol = per ? `SOL ${per}` : "SOL";
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {token.subscribeState === "active" ? (
        <TextField
          label="My seat has less to spare than"
          hint={alarmTexts.spare}
          suffix={<bdi>{token.symbol}</bdi>}
          {...field("spare", 4)}
        />
      ) : null}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Price at or above" suffix={sol} {...field("priceAbove", 9)} />
        <TextField label="Price at or below" suffix={sol} {...field("priceBelow", 9)} />
      </div>
      <p className="text-xs text-muted">{alarmTexts.ways}</p>
      {error ? (
        <p role="alert" className="text-sm text-down">
          {error}
        </p>
      ) : null}
      <div className="flex flex-col gap-2">
        <Button variant="primary" type="submit" busy={isSaving} disabled={!read || isEmpty} className="min-h-12 w-full">
          {alarm ? "Save" : "Set alarm"}
        </Button>
        {alarm ? (
          <Button variant="secondary" disabled={isSaving} onClick={() => onSave(null)} className="w-full">
            Turn off
          </Button>
        ) : null}
      </div>
    </form>
  );
};
