import { recoveryModeTexts } from "@tribe/domain/words";
import { useCallback, useEffect, useState } from "react";
import { announceArrival } from "../../channel/arrival.ts";
import { trusted } from "../../view/trusted.ts";
import { toWalletError } from "../../wallet/wallet-error.ts";
import { Section } from "../Section.tsx";
import { LockSection } from "./LockSection.tsx";
import type { Run } from "./run.ts";
import { type PasskeyPageDependencies, readSafety, type SafetyState } from "./safety.ts";
import { WayList } from "./WayList.tsx";

/** The result of the last action, shown in the section where it was started. */
type Said = { readonly kind: "done" | "failed"; readonly text: string; readonly in: "ways" | "lock" } | null;

/** The sections of the wallet's own page about passkeys: the ways to recover the wallet, and when this browser locks. */
export const PasskeySections = ({
  wallet,
  loaded,
  isNext,
  mayRemove,
}: {
  readonly wallet: PasskeyPageDependencies;
  /** The state that the page was opened with: what comes later would push everything below it. */
  readonly loaded: SafetyState;
  /** Whether adding a passkey is the page's main action; a person with a mailed link came for something else. */
  readonly isNext: boolean;
  /** Whether one can be removed here. */
  readonly mayRemove: boolean;
}) => {
  const { api, store, authenticator, unlocked } = wallet;
  const [safety, setSafety] = useState(loaded);
  const [said, setSaid] = useState<Said>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const look = useCallback(
    () =>
      readSafety({ api, store, authenticator, unlocked }).then(setSafety, (thrown: unknown) =>
        setSaid({ kind: "failed", text: toWalletError(thrown).message, in: "ways" }),
      ),
    [api, store, authenticator, unlocked],
  );
  useEffect(() => setSafety(loaded), [loaded]);
  const runIn =
    (section: "ways" | "lock"): Run =>
    (what, work) =>
      trusted(() => {
        setBusy(what);
        setSaid(null);
        work()
          .then(
            (text) => {
              setSaid({ kind: "done", text, in: section });
              // Has the app's page update its line about the wallet.
              announceArrival();
            },
            (thrown: unknown) => setSaid({ kind: "failed", text: toWalletError(thrown).message, in: section }),
          )
          .then(look)
          .finally(() => setBusy(null));
      });
  const parts = { safety, dependencies: wallet, busy };
  return (
    <>
      <Section title="What brings your wallet back">
        <p className="text-sm text-pretty">{modeText(safety)}</p>
        <WayList {...parts} run={runIn("ways")} {...{ isNext, mayRemove }} />
        <Outcome said={said?.in === "ways" ? said : null} />
      </Section>
      <LockSection
        {...parts}
        run={runIn("lock")}
        outcome={<Outcome key="outcome" said={said?.in === "lock" ? said : null} />}
      />
    </>
  );
};

const Outcome = ({ said }: { readonly said: Said }) => (
  <p
    role={said?.kind === "failed" ? "alert" : "status"}
    className={
      said?.kind === "failed" ? "text-sm text-pretty text-down" : "text-sm font-medium text-pretty empty:-mt-3"
    }
  >
    {said?.text}
  </p>
);

/** The wallet's recovery mode, and what would make it safer. */
const modeText = ({ recovery, ways, hasKit, now }: SafetyState): string => {
  if (recovery === "passkey") return recoveryModeTexts.ownWays;
  return hasKit || ways.some(({ triedAt, from }) => triedAt !== null && from <= now)
    ? recoveryModeTexts.oneWay
    : recoveryModeTexts.mailAlone;
};
