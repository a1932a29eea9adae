import type { ApiCall } from "@tribe/contract";
import { mailedLinkStates, mailedLinkTexts, recoveryWaitTexts } from "@tribe/domain/words";
import { Button } from "@tribe/ui";
import { type ReactNode, useEffect, useRef } from "react";
import { announceArrival } from "../channel/arrival.ts";
import { dateTime } from "../date-time.ts";
import type { AccountStore } from "../storage/account-record.ts";
import { type MailedLink, stopMailedLink } from "../wallet/mailed-link.ts";
import { type LinkOutcome, recoverByLink } from "../wallet/recover.ts";
import { confirmEmailByLink } from "../wallet/recovery-email.ts";
import { MailedLinkFrame, useMailedLink } from "./MailedLinkFrame.tsx";
import { Panel } from "./Panel.tsx";

interface LinkPageProps {
  readonly link: MailedLink;
  /** What it is for: in the browser that asked, a proof's opens the wallet's own page instead. */
  readonly purpose: "recovery" | "proof" | "email";
  /** Whether this is the browser that asked. */
  readonly isOurs: boolean;
  readonly store: AccountStore;
  readonly apiWith: (walletToken: string | null) => ApiCall;
  readonly appOrigin: string | null;
  /** Goes on without a press: the press was made in a window of the wallet's own, which gave the link to its frame. */
  readonly isPressed?: boolean;
}

type Outcome =
  | LinkOutcome
  /** The new address is valid from this time on, ms since 1970. */
  | { readonly kind: "confirmed"; readonly from: number }
  | { readonly kind: "stopped" }
  /** The link was used before the person pressed Stop. */
  | { readonly kind: "nothingToStop" };

/** The page of a link with which a person continues a request of theirs; in any other browser it can only be stopped. */
export const LinkPage = ({ link, purpose, isOurs, store, apiWith, appOrigin, isPressed = false }: LinkPageProps) => {
  const { state, onPress, run } = useMailedLink<Outcome>();
  const work = async (): Promise<Outcome> => {
    if (purpose === "email") {
      const { from } = await confirmEmailByLink({ store, apiWith }, link);
      announceArrival();
      return { kind: "confirmed", from: from ?? 0 };
    }
    const outcome = await recoverByLink({ store, apiWith }, link);
    announceArrival();
    return outcome;
  };
  const goOn = onPress(work);
  const begin = useRef(isPressed && isOurs ? () => run(work) : null);
  useEffect(() => {
    begin.current?.();
    begin.current = null;
  }, []);
  const stop = onPress(async () => {
    return { kind: (await stopMailedLink({ apiWith }, link)) ? "stopped" : "nothingToStop" };
  });
  const { title, own, elsewhere, action } = mailedLinkTexts[purpose];
  const pending = isOurs
    ? { title, text: own }
    : { title: mailedLinkStates.elsewhere.title, text: `${elsewhere} ${mailedLinkStates.elsewhere.text}` };
  const buttons = (
    <div className="flex gap-3">
      <Button className="flex-1" onClick={stop}>
        {isOurs ? "It wasn't me" : "Stop it"}
      </Button>
      {isOurs ? (
        <Button variant="primary" className="flex-1" onClick={goOn}>
          {action}
        </Button>
      ) : null}
    </div>
  );
  return (
    <MailedLinkFrame
      state={state}
      appOrigin={appOrigin}
      pending={pending}
      buttons={buttons}
      expired={mailedLinkStates.over}
      resultOf={resultOf}
    />
  );
};

const resultOf = (outcome: Outcome): ReactNode => {
  switch (outcome.kind) {
    case "here":
      return (
        <Panel key="here" title={mailedLinkStates.here.title}>
          <p className="text-sm">{mailedLinkStates.here.text}</p>
        </Panel>
      );
    case "waits":
      return (
        <Panel key="waits" title={recoveryWaitTexts.linkTitle}>
          <p className="text-sm text-pretty">
            {recoveryWaitTexts.until} <b>{dateTime(outcome.readyAt)}</b>. {recoveryWaitTexts.why}
          </p>
          <p className="text-sm text-pretty">{recoveryWaitTexts.linkOpened}</p>
        </Panel>
      );
    case "confirmed":
      return (
        <Panel key="confirmed" title="This is your address">
          <p className="text-sm">
            It brings your wallet back from <b>{dateTime(outcome.from)}</b> on. Until then the address before does,
            which was told and can stop it.
          </p>
        </Panel>
      );
    case "stopped":
    case "nothingToStop": {
      const { title, text, advice } = mailedLinkStates[outcome.kind];
      return (
        <Panel key={outcome.kind} title={title}>
          <p className="text-sm">{text}</p>
          <p className="text-sm">{advice}</p>
        </Panel>
      );
    }
  }
};
