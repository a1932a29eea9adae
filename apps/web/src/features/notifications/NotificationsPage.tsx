import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type Notice, routes } from "@tribe/contract";
import { Button, EmptyState, Loading, Skeleton } from "@tribe/ui";
import { Bell, Settings } from "@tribe/ui/icons";
import { useEffect, useState } from "react";
import { apiQuietly } from "../../shared/api/api.ts";
import { BackButton } from "../../shared/components/BackButton.tsx";
import { QueryError } from "../../shared/components/QueryError.tsx";
import { ShowMore } from "../../shared/components/ShowMore.tsx";
import { flow } from "../../shared/flow/flow-store.ts";
import { usePageTitle } from "../../shared/navigation/page-title.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { serverNow } from "../../shared/time/server-time.ts";
import { byDay } from "./by-day.ts";
import { NoticeLine } from "./NoticeLine.tsx";
import { PushInvitation } from "./PushInvitation.tsx";
import { noticesQuery } from "./queries.ts";

const skeletons = ["a", "b", "c", "d", "e"];

/** The person's notifications by day. Those that are shown are marked as read, on all devices. */
export const NotificationsPage = () => {
  usePageTitle("Notifications");
  const user = useLocalUser();
  if (user === null)
    return (
      <EmptyState
        icon={<Bell size={24} />}
        heading="h1"
        title="You're not signed in"
        message="Sign in, and what happens in your Tribes shows up here."
      >
        <Button variant="primary" onClick={() => flow.start({ kind: "onboarding" })}>
          Sign in
        </Button>
      </EmptyState>
    );
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-6 px-4 py-4">
      <div className="-mx-3 flex items-center">
        <BackButton />
        <span className="flex-1" />
        <Link
          to="/notifications/settings"
          aria-label="Notification settings"
          title="Notification settings"
          className="flex size-11 items-center justify-center rounded-control text-muted hover:bg-raised hover:text-text"
        >
          <Settings aria-hidden size={20} />
        </Link>
      </div>
      <h1 className="font-display text-[length:min(var(--text-xl),14vw)] leading-tight font-semibold">Notifications</h1>
      <NoticeList />
    </div>
  );
};

/** Marks notifications as read while the page is visible. @returns the ids of those that were unread when they were loaded */
const useMarkRead = (notices: readonly Notice[]): ReadonlySet<string> => {
  const [fresh, setFresh] = useState<ReadonlySet<string>>(() => new Set());
  const unread = notices.filter(({ isRead }) => !isRead).map(({ id }) => id);
  const asked = unread.join(" ");
  useEffect(() => {
    if (asked === "") return;
    const ids = asked.split(" ");
    setFresh((before) => new Set([...before, ...ids]));
    const mark = (): void => {
      if (document.visibilityState !== "visible") return;
      document.removeEventListener("visibilitychange", mark);
      for (let from = 0; from < ids.length; from += 100)
        void apiQuietly(routes.notifications.markRead, { body: { ids: ids.slice(from, from + 100) } });
    };
    document.addEventListener("visibilitychange", mark);
    mark();
    return () => document.removeEventListener("visibilitychange", mark);
  }, [asked]);
  return fresh;
};

const NoticeList = () => {
  const pages = useInfiniteQuery(noticesQuery);
  const { data, error, refetch, isFetchNextPageError, hasNextPage } = pages;
  const notices = data?.pages.flatMap((page) => page.notices) ?? [];
  const fresh = useMarkRead(notices);
  if (!data)
    return error ? (
      <QueryError error={error} onRetry={() => void refetch()} />
    ) : (
      <Loading label="Loading your notifications">
        {skeletons.map((key) => (
          <Skeleton key={key} className="mb-3 h-14" />
        ))}
      </Loading>
    );
  return (
    <>
      {/* Only one of both, so that there is one button at a time. */}
      {error && !isFetchNextPageError ? (
        <QueryError error={error} onRetry={() => void refetch()} />
      ) : (
        <PushInvitation />
      )}
      {notices.length === 0 && !hasNextPage ? (
        <EmptyState
          icon={<Bell size={24} />}
          title="Nothing yet"
          message="Messages and replies in your Tribes, your seats and airdrops show up here."
        />
      ) : null}
      {byDay(notices, serverNow()).map(({ name, notices: ofDay }) => (
        <section key={name} aria-label={name}>
          <h2 className="px-2 pb-1 text-xs font-medium text-muted">{name}</h2>
          <ul className="flex flex-col">
            {ofDay.map((notice) => (
              <li key={notice.id}>
                <NoticeLine notice={notice} isNew={!notice.isRead || fresh.has(notice.id)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <ShowMore pages={pages} />
    </>
  );
};
