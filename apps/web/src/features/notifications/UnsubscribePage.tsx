import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { routes } from "@tribe/contract";
import { mailKindSubjects, unsubscribeTexts } from "@tribe/domain/words";
import { Button, buttonClasses, EmptyState, Loading, Skeleton } from "@tribe/ui";
import { MailX, Unlink } from "@tribe/ui/icons";
import { useIsSignedIn } from "../../shared/api/access.ts";
import { api } from "../../shared/api/api.ts";
import { codeOf } from "../../shared/api/error-code.ts";
import { wordsOf } from "../../shared/api/errors.ts";
import { QueryError } from "../../shared/components/QueryError.tsx";
import { flow } from "../../shared/flow/flow-store.ts";
import { usePageTitle } from "../../shared/navigation/page-title.ts";
import { keys } from "../../shared/queries/keys.ts";

/** The target of the unsubscribe link in mails. It needs no sign-in, and nothing changes until the button is pressed. */
export const UnsubscribePage = () => {
  usePageTitle("Stop mails");
  const { token = "" } = useSearch({ from: "/unsubscribe" });
  const asked = useQuery({
    queryKey: keys.mailLink(token),
    queryFn: ({ signal }) => api(routes.notifications.mailLink, { query: { token }, signal }),
    retry: false,
  });
  const cache = useQueryClient();
  const stop = useMutation({
    mutationFn: () => api(routes.notifications.unsubscribeMail, { body: { token } }),
    // Updates the cache, so that a person who returns from the settings is not asked again.
    onSuccess: () =>
      cache.setQueryData(keys.mailLink(token), (known: typeof asked.data) => known && { ...known, isOn: false }),
  });
  const error = stop.error ?? asked.error;
  if (codeOf(error) === "mail_link_invalid") return <DeadLink error={error} />;
  if (error)
    return <QueryError error={error} onRetry={() => (stop.error ? stop.reset() : void asked.refetch())} heading="h1" />;
  if (!asked.data)
    return (
      <Loading label="Looking the link up">
        <Skeleton className="mx-auto mt-12 h-40 max-w-sm" />
      </Loading>
    );
  const subject = mailKindSubjects[asked.data.kind];
  if (stop.isSuccess || !asked.data.isOn)
    return (
      <EmptyState
        icon={<MailX size={24} />}
        heading="h1"
        title={unsubscribeTexts.stopped(subject)}
        message={unsubscribeTexts.switchOn}
      >
        <Settings />
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<MailX size={24} />}
      heading="h1"
      title={unsubscribeTexts.question(subject)}
      message={unsubscribeTexts.others}
    >
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="primary" busy={stop.isPending} onClick={() => stop.mutate()}>
          Stop these mails
        </Button>
        <Settings />
      </div>
    </EmptyState>
  );
};

/** Shown for an invalid link, for which a retry is useless: the same mails can be switched off in the settings. */
const DeadLink = ({ error }: { error: unknown }) => {
  const isSignedIn = useIsSignedIn();
  const { title, cause } = wordsOf(error);
  return (
    <EmptyState
      icon={<Unlink size={24} />}
      heading="h1"
      title={title}
      message={`${cause} ${isSignedIn ? unsubscribeTexts.settings : unsubscribeTexts.signIn}`}
    >
      {isSignedIn ? (
        <Link to="/notifications/settings" className={buttonClasses("primary")}>
          Open settings
        </Link>
      ) : (
        <Button variant="primary" onClick={() => flow.start({ kind: "onboarding" })}>
          Sign in
        </Button>
      )}
    </EmptyState>
  );
};

const Settings = () => (
  <Link to="/notifications/settings" className="inline-flex min-h-11 items-center px-3 text-sm underline">
    All settings
  </Link>
);
