import { type ApiCall, ApiError, routes } from "@tribe/contract";
import { Button, Spinner } from "@tribe/ui";
import { useState } from "react";
import { announceArrival } from "../channel/arrival.ts";
import { moment } from "../moment.ts";
import type { AccountStore } from "../storage/account-record.ts";
import { type RecoveryLink, recoverByLink } from "../wallet/recover.ts";
import { confirmEmailByLink } from "../wallet/recovery-email.ts";
import { toWalletError } from "../wallet/wallet-error.ts";
import { Panel } from "./Panel.tsx";
import { trusted } from "./trusted.ts";

interface LinkPageProps {
  readonly link: RecoveryLink;
  /** What it is for: in the browser that asked, a proof's opens the wallet's own page instead. */
  readonly purpose: "recovery" | "proof" | "email";
  /** Whether this is the browser that asked. */
  readonly isOurs: boolean;
  readonly store: AccountStore;
  readonly apiWith: (walletToken: string | null) => ApiCall;
  readonly appOrigin: string;
}

type State =
  | { readonly kind: "asked"; readonly error: string | null }
  | { readonly kind: "working" }
  | { readonly kind: "over" }
  | { readonly kind: "here" }
  /** The new address counts from here on, ms since 1970. */
  | { readonly kind: "confirmed"; readonly from: number }
  | { readonly kind: "stopped" };

/** What a mailed link opens, in a window of its own. Opening it changes nothing: mail gateways open links, too. */
export const LinkPage = ({ link, purpose, isOurs, store, apiWith, appOrigin }: LinkPageProps) => {
  const [state, setState] = useState<State>({ kind: "asked", error: null });
  const run = (work: () => Promise<State>) =>
    trusted(() => {
      setState({ kind: "working" });
      work().then(setState, (thrown: unknown) => {
        const isOver = thrown instanceof ApiError && thrown.code === "recovery_link_invalid";
        setState(isOver ? { kind: "over" } : { kind: "asked", error: toWalletError(thrown).message });
      });
    });
  const bring = run(async () => {
    if (purpose === "email") {
      const { from } = await confirmEmailByLink({ store, apiWith }, link);
      announceArrival();
      return { kind: "confirmed", from: from ?? 0 };
    }
    await recoverByLink({ store, apiWith }, link);
    announceArrival();
    return { kind: "here" };
  });
  const stop = run(async () => {
    await apiWith(null)(routes.wallet.cancelRecovery, { body: link });
    return { kind: "stopped" };
  });
  return (
    <main className="mx-auto flex max-w-md flex-col gap-4 p-4 pt-16">
      <p className="text-lg font-semibold">Tribe wallet</p>
      {contentOf(state, { isOurs, purpose }, { bring, stop })}
      <a className="self-center py-3 text-sm underline underline-offset-4" href={appOrigin}>
        Go to Tribe
      </a>
    </main>
  );
};

type Press = ReturnType<typeof trusted>;

const texts = {
  recovery: {
    title: "Bring your wallet to this browser?",
    own: "You asked for this in this browser. Once it has your wallet, whoever can use this browser can sign with it.",
    elsewhere: "It brings your wallet to the browser that asked for it, and to no other.",
    action: "Bring it here",
  },
  proof: {
    title: "Open your wallet's own page?",
    own: "You asked for this in this browser.",
    elsewhere: "It opens your wallet's own page in the browser that asked for it, and in no other.",
    action: "Open it",
  },
  email: {
    title: "Use this address for your wallet?",
    own: "You asked for this in this browser. In 72 hours this address brings your wallet back, and the one before does not any more.",
    elsewhere: "It makes this your recovery address in the browser that asked for it, and in no other.",
    action: "Use this address",
  },
} as const;

const contentOf = (
  state: State,
  { isOurs, purpose }: Pick<LinkPageProps, "isOurs" | "purpose">,
  { bring, stop }: { bring: Press; stop: Press },
) => {
  switch (state.kind) {
    case "working":
      return (
        <Panel key="working" title="One moment">
          <p role="status" className="flex items-center gap-3 text-sm text-muted">
            <Spinner />
            Working on it...
          </p>
        </Panel>
      );
    case "here":
      return (
        <Panel key="here" title="Your wallet is in this browser now">
          <p className="text-sm">Go back to the tab where you asked for it. You can close this one.</p>
        </Panel>
      );
    case "confirmed":
      return (
        <Panel key="confirmed" title="This is your address">
          <p className="text-sm">
            It brings your wallet back from <b>{moment(state.from)}</b> on. Until then the address before does, which
            was told and can stop it.
          </p>
        </Panel>
      );
    case "stopped":
      return (
        <Panel key="stopped" title="Stopped">
          <p className="text-sm">This link does nothing any more.</p>
          <p className="text-sm">
            Whoever asked is signed in as you. Sign out of your other devices, and look who can read your e-mail.
          </p>
        </Panel>
      );
    case "over":
      return (
        <Panel key="over" title="This link doesn't work any more">
          <p className="text-sm">It works once, for 15 minutes. Ask for a new one in the tab with Tribe.</p>
        </Panel>
      );
    case "asked":
      return (
        <Panel key="asked" title={isOurs ? texts[purpose].title : "Open this link in the browser that asked"}>
          <p className="text-sm">
            {isOurs
              ? texts[purpose].own
              : `${texts[purpose].elsewhere} If your mail app opened this page by itself, choose “Open in browser”. Here you can only stop it.`}
          </p>
          {state.error ? (
            <p role="alert" className="text-sm text-down">
              {state.error}
            </p>
          ) : null}
          <div className="flex gap-3">
            <Button className="flex-1" onClick={stop}>
              {isOurs ? "It wasn't me" : "Stop it"}
            </Button>
            {isOurs ? (
              <Button look="main" className="flex-1" onClick={bring}>
                {texts[purpose].action}
              </Button>
            ) : null}
          </div>
        </Panel>
      );
  }
};
