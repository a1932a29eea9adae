import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type AnswerOf, type NotificationSettings, type NotificationSettingsChange, routes } from "@tribe/contract";
import { mailKindNames, mailStopTexts } from "@tribe/domain/words";
import { Button, Switch } from "@tribe/ui";
import { useId } from "react";
import { api } from "../../shared/api/api.ts";
import { wordsOf } from "../../shared/api/errors.ts";
import { toast } from "../../shared/notices/toast.ts";
import { refreshAfter } from "../../shared/queries/stale.ts";
import { ownTimeZone } from "./QuietHours.tsx";
import { mailStateQuery } from "./queries.ts";

type MailStop = NonNullable<AnswerOf<typeof routes.notifications.mailState>["stopped"]>;

/** Which notifications are mailed, and to which address. Codes and warnings about the account are always mailed. */
export const MailSection = ({
  settings: { emailNotification, delivery },
  onChange,
}: {
  settings: NotificationSettings;
  onChange: (change: NotificationSettingsChange) => void;
}) => {
  const { data: mail } = useQuery(mailStateQuery);
  const setMail = (change: NotificationSettingsChange["emailNotification"]) =>
    // A summary is sent at an hour in the person's time zone.
    onChange({ emailNotification: change, delivery: { timeZone: ownTimeZone() } });
  return (
    <section aria-labelledby="mail-heading" className="flex flex-col gap-1 border-t border-line pt-5">
      <h2 id="mail-heading" className="font-display text-lg font-semibold">
        Mail me
      </h2>
      {mail ? <p className="text-xs wrap-anywhere text-muted">To {mail.address}. Sign-in codes always come.</p> : null}
      {mail?.stopped ? <Stopped stop={mail.stopped} /> : null}
      <Switch
        label={mailKindNames.dailySummary}
        note="What is unread, replies, airdrops and prices. Only when there is something to say."
        isOn={emailNotification.dailySummary}
        onSwitch={(dailySummary) => setMail({ dailySummary })}
      />
      {emailNotification.dailySummary ? <SummaryHour delivery={delivery} onChange={onChange} /> : null}
      <Switch
        label="Mail about lost seats"
        note="Others hold more, or you hold too few tokens"
        isOn={emailNotification.insufficientTokensToAccessTribe}
        onSwitch={(insufficientTokensToAccessTribe) => setMail({ insufficientTokensToAccessTribe })}
      />
      <Switch
        label={mailKindNames.announcements}
        note="Seldom: what everybody here should know"
        isOn={delivery.announcementsByMail}
        onSwitch={(announcementsByMail) => onChange({ delivery: { announcementsByMail } })}
      />
    </section>
  );
};

const Stopped = ({ stop }: { stop: MailStop }) => {
  const cache = useQueryClient();
  const resume = useMutation({
    mutationFn: () => api(routes.notifications.resumeMail, {}),
    onSuccess: () => refreshAfter(cache, { kind: "mailResumed" }),
    onError: (error) => toast.error(wordsOf(error).title),
  });
  return (
    <div role="status" className="my-1 flex flex-col items-start gap-2 rounded-card bg-risk-soft p-3 text-sm">
      <p>{mailStopTexts[stop.reason]}</p>
      <Button small busy={resume.isPending} onClick={() => resume.mutate()}>
        Mail me again
      </Button>
    </div>
  );
};

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const hourName = (hour: number): string =>
  new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit", timeZone: "UTC" }).format(hour * 3_600_000);

/** The hour of the summary and its time zone, which may differ from this browser's if the person has travelled. */
const SummaryHour = ({
  delivery: { summaryHour, timeZone },
  onChange,
}: {
  delivery: NotificationSettings["delivery"];
  onChange: (change: NotificationSettingsChange) => void;
}) => {
  const id = useId();
  const here = ownTimeZone();
  return (
    <div className="flex flex-wrap items-center gap-3 pb-2 text-sm">
      <label htmlFor={id}>At</label>
      <select
        id={id}
        value={summaryHour}
        onChange={({ currentTarget: { value } }) =>
          onChange({ delivery: { summaryHour: Number(value), timeZone: here } })
        }
        className="min-h-11 rounded-control border border-line-strong bg-raised px-2 pointer-coarse:text-base"
      >
        {hours.map((hour) => (
          <option key={hour} value={hour}>
            {hourName(hour)}
          </option>
        ))}
      </select>
      <span className="text-xs text-muted">{timeZone.replaceAll("_", " ")}</span>
      {timeZone === here ? null : (
        <Button small onClick={() => onChange({ delivery: { timeZone: here } })}>
          Use {here.replaceAll("_", " ")}
        </Button>
      )}
    </div>
  );
};
