import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type LocalUser, routes } from "@tribe/contract";
import { connectSocialTexts } from "@tribe/domain/words";
import { Button, classes, EmptyState, Loading, Skeleton } from "@tribe/ui";
import {
  AtSign,
  Bell,
  CircleHelp,
  Coins,
  Flame,
  Keyboard,
  LogOut,
  Pencil,
  ShieldCheck,
  User,
  UserCog,
} from "@tribe/ui/icons";
import { endSession } from "../../shared/api/access.ts";
import { api } from "../../shared/api/api.ts";
import { Address } from "../../shared/components/Address.tsx";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";
import { dialogs } from "../../shared/dialogs/dialogs.ts";
import { flow } from "../../shared/flow/flow-store.ts";
import { openCreate, openEditProfile } from "../../shared/flow/openers.ts";
import { usePageTitle } from "../../shared/navigation/page-title.ts";
import { isAwaited } from "../../shared/queries/is-awaited.ts";
import { localUserQuery, useLocalUser } from "../../shared/queries/local-user.ts";
import { areAnswersRestored } from "../../shared/queries/persisted/kept-answers.ts";
import { useStore } from "../../shared/state/store.ts";
import { serverNow } from "../../shared/time/server-time.ts";
import { walletMode } from "../../shared/wallet/wallet-mode.ts";
import { walletSafetyQuery } from "../../shared/wallet/wallet-safety.ts";
import { CurrencyChoice } from "./CurrencyChoice.tsx";
import { InstallRow } from "./InstallRow.tsx";
import { SettingsButton, SettingsContent, settingsLook } from "./SettingsRow.tsx";
import { ThemeChoice } from "./ThemeChoice.tsx";

/** The signed-in person: profile first, then settings as a list. */
export const YouPage = () => {
  usePageTitle("You");
  const user = useLocalUser();
  // Wait for a current answer: the cached one may offer a step that was done on another device, or shift the layout later.
  const known = isAwaited(useQuery({ ...localUserQuery, enabled: Boolean(user) })) && user ? undefined : user;
  // Slow storage may still know of a bio, which would move what is below it.
  const isHeightKnown = useStore(areAnswersRestored) || known !== undefined;
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-6 px-4 py-6">
      <h1 className="font-display text-xl font-semibold">You</h1>
      {known === null ? (
        <EmptyState
          icon={<User size={24} />}
          title="You're not signed in"
          message="Sign in, and a wallet comes with it."
        >
          <Button variant="primary" onClick={() => flow.start({ kind: "onboarding" })}>
            Sign in with e-mail
          </Button>
        </EmptyState>
      ) : known === undefined ? (
        <Loading label="Loading your profile">
          <Skeleton className="h-35 pointer-coarse:h-39" />
          {/* The cached bio reserves the height: it has rarely changed. */}
          {user?.bio ? <Bio className="invisible mt-4" text={user.bio} /> : null}
        </Loading>
      ) : (
        <Profile user={known} />
      )}
      {isHeightKnown ? (
        <section aria-label="Settings" className="-mx-2 flex flex-col border-t border-line pt-4">
          {known === undefined ? <Skeleton className="h-90" /> : known ? <Own user={known} /> : null}
          <ThemeChoice />
          <CurrencyChoice />
          <SettingsButton
            icon={<CircleHelp size={20} />}
            title="How it works"
            onPress={() => dialogs.open("text", { title: "How it works", isOnboarding: false })}
          />
          <div className="hidden pointer-fine:block">
            <SettingsButton
              icon={<Keyboard size={20} />}
              title="Keyboard shortcuts"
              onPress={() => dialogs.open("shortcuts", { title: "Keyboard shortcuts" })}
            />
          </div>
          <InstallRow />
          {user ? <SignOut /> : null}
        </section>
      ) : null}
    </div>
  );
};

const Profile = ({ user }: { user: LocalUser }) => (
  <section aria-label="Profile" className="flex flex-col gap-4">
    <div className="flex items-center gap-4">
      <PersonAvatar seed={user.uid} src={user.pfp} name="" size={72} />
      <div className="flex min-w-0 flex-1 flex-col items-start gap-0.5">
        <p className="max-w-full truncate font-display text-lg font-bold">{user.displayName}</p>
        <p className="max-w-full truncate text-sm text-muted">{handlesOf(user)[0] ?? user.email}</p>
        {user.address ? <Address address={user.address} className="mt-1" /> : null}
      </div>
    </div>
    {user.bio === "" ? null : <Bio text={user.bio} />}
    <Button small className="self-start" icon={<Pencil aria-hidden size={14} />} onClick={openEditProfile}>
      Edit profile
    </Button>
  </section>
);

const Bio = ({ text, className }: { text: string; className?: string }) => (
  <p className={classes("text-sm break-words whitespace-pre-line", className)}>{text}</p>
);

/** The names of the person's connected accounts. */
const handlesOf = ({ twitter, farcaster }: LocalUser): readonly string[] => [
  ...(twitter ? [`@${twitter.handle} on X`] : []),
  ...(farcaster ? [`@${farcaster.handle} on Farcaster`] : []),
];

/** The person's accounts, Tribe and earnings. */
const Own = ({ user }: { user: LocalUser }) => {
  const { data: safety } = useQuery({ ...walletSafetyQuery, enabled: user.address !== null });
  const mode = safety ? walletMode(safety, serverNow()) : null;
  const own = user.tokens[0];
  const handles = handlesOf(user);
  const isConnected = handles.length > 0;
  return (
    <>
      <SettingsButton
        icon={<AtSign size={20} />}
        title={isConnected ? "Manage socials" : "Connect social"}
        note={handles.join(", ") || "None connected"}
        onPress={() =>
          dialogs.open("connectSocial", {
            title: isConnected ? "Manage socials" : "Connect social",
            description: isConnected ? "" : connectSocialTexts.onboarding,
            canSkip: false,
          })
        }
      />
      {own ? (
        <Link to="/token/$mint" params={{ mint: own.mint }} className={settingsLook}>
          <SettingsContent icon={<Flame size={20} />} title="Open your Tribe" />
        </Link>
      ) : (
        <SettingsButton icon={<Flame size={20} />} title="Create your Tribe" onPress={() => openCreate()} />
      )}
      <Link to="/earnings" className={settingsLook}>
        <SettingsContent icon={<Coins size={20} />} title="Earnings and invites" />
      </Link>
      <Link to="/notifications/settings" className={settingsLook}>
        <SettingsContent icon={<Bell size={20} />} title="Notifications" note="Push, quiet hours, and each Tribe" />
      </Link>
      <Link to="/you/security" className={settingsLook}>
        <SettingsContent
          icon={<ShieldCheck size={20} />}
          title="Security"
          note={mode ? `Wallet ${mode.line.charAt(0).toLowerCase()}${mode.line.slice(1)}` : "Where you're signed in"}
        />
      </Link>
      <Link to="/you/account" className={settingsLook}>
        <SettingsContent icon={<UserCog size={20} />} title="Account" note="Your data, blocked people, deletion" />
      </Link>
    </>
  );
};

const SignOut = () => {
  const end = useMutation({
    mutationFn: () => api(routes.identity.signOut, {}),
    // Also if the server can't be reached: on this device the session ends in any case.
    onSettled: endSession,
  });
  return (
    <SettingsButton
      icon={<LogOut size={20} />}
      title="Sign out"
      isDanger
      busy={end.isPending}
      onPress={() => end.mutate()}
    />
  );
};
