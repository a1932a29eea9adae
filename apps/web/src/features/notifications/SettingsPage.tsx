import { useQuery } from "@tanstack/react-query";
import type { NotificationSettings } from "@tribe/contract";
import { Loading, Skeleton, Switch } from "@tribe/ui";
import { Bell } from "@tribe/ui/icons";
import { QueryError } from "../../shared/components/QueryError.tsx";
import { SignedInPage } from "../../shared/components/SignedInPage.tsx";
import { MailSection } from "./MailSection.tsx";
import { PushSection } from "./PushSection.tsx";
import { ownTimeZone, QuietHours } from "./QuietHours.tsx";
import { settingsQuery, useSaveSettings } from "./queries.ts";
import { TribeModes } from "./TribeModes.tsx";

type PushSwitch = keyof NotificationSettings["pushNotification"];

/** The switches' labels, in the order of display. */
const pushLabels: Readonly<Record<PushSwitch, { readonly label: string; readonly note: string }>> = {
  messagesFromMyTribe: { label: "Messages from your Tribe", note: "Where you are the Chief" },
  messagesFromOtherTribes: { label: "Messages from other Tribes", note: "Where you have a seat" },
  insufficientTokensToAccessTribe: { label: "Lost seats", note: "Others hold more, or you hold too few tokens" },
  newAirdrop: { label: "Airdrops", note: "Somebody sent you tokens to claim" },
  newTribesCreated: { label: "New Tribes", note: "Once a day at most" },
};
const pushSwitches = Object.keys(pushLabels) as PushSwitch[]; // the record has each of them as a key

/** The settings of notifications: which ones, on which devices and by mail, and the quiet hours. */
export const SettingsPage = () => (
  <SignedInPage
    title="Notification settings"
    invitation={{ icon: <Bell size={24} />, title: "You're not signed in", message: "Sign in to choose." }}
    backTo="/you"
  >
    <PushSection />
    <Choices />
  </SignedInPage>
);

const Choices = () => {
  const { data: settings, error, refetch } = useQuery(settingsQuery);
  const save = useSaveSettings();
  if (!settings)
    return error ? (
      <QueryError error={error} onRetry={() => void refetch()} />
    ) : (
      <Loading label="Loading your settings">
        <Skeleton className="h-80" />
      </Loading>
    );
  const { pushNotification, delivery, tribeSettings } = settings;
  return (
    <>
      <section aria-labelledby="about-heading" className="flex flex-col gap-1 border-t border-line pt-5">
        <h2 id="about-heading" className="font-display text-lg font-semibold">
          Push me about
        </h2>
        {pushSwitches.map((name) => (
          <Switch
            key={name}
            label={pushLabels[name].label}
            note={pushLabels[name].note}
            isOn={pushNotification[name]}
            // A digest is sent at an hour in the person's time zone.
            onSwitch={(on) => save({ pushNotification: { [name]: on }, delivery: { timeZone: ownTimeZone() } })}
          />
        ))}
      </section>
      <section aria-labelledby="how-heading" className="flex flex-col gap-1 border-t border-line pt-5">
        <h2 id="how-heading" className="font-display text-lg font-semibold">
          How
        </h2>
        <Switch
          label="Show what messages say"
          note="Otherwise a push only tells in which Tribe something happened."
          isOn={delivery.showContent}
          onSwitch={(showContent) => save({ delivery: { showContent } })}
        />
        <QuietHours delivery={delivery} onChange={save} />
      </section>
      <MailSection settings={settings} onChange={save} />
      <TribeModes modes={tribeSettings} onChange={(modes) => save({ tribeSettings: modes })} />
    </>
  );
};
