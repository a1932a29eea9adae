import { recoveryWaitTexts } from "@tribe/domain/words";
import { Button } from "@tribe/ui";
import { useState } from "react";
import { shortDateTime } from "../date-time.ts";
import type { Intent, Screen } from "../signing/screen.ts";
import { Fault } from "./Fault.tsx";
import { Panel } from "./Panel.tsx";
import { trusted } from "./trusted.ts";
import { useSecondsUntil } from "./use-seconds-until.ts";

type RecoveryScreen = Extract<Screen, { kind: "recovery_offer" | "recovery_mailed" | "recovery_working" }>;

interface RecoverViewProps {
  readonly screen: RecoveryScreen;
  readonly act: (intent: Intent) => void;
}

const dayMs = 24 * 3_600_000;

/**
 * Offers the ways to bring the wallet to this browser. A mailed link opens the wallet's own page, so nothing is typed here or in
 * the app.
 */
export const RecoverView = ({ screen, act }: RecoverViewProps) => (
  <Panel title="Bring your wallet to this browser">
    {screen.kind === "recovery_offer" || screen.kind === "recovery_working" ? (
      <Offer screen={screen} act={act} />
    ) : (
      <Mailed screen={screen} act={act} />
    )}
  </Panel>
);

const Offer = ({
  screen,
  act,
}: {
  screen: Extract<RecoveryScreen, { kind: "recovery_offer" | "recovery_working" }>;
  act: RecoverViewProps["act"];
}) => {
  const isWorking = screen.kind === "recovery_working";
  const { email, hasPasskey, hasDevice, hasKit } = screen;
  const [offeredAt] = useState(Date.now);
  const hasBetter = hasPasskey || hasDevice;
  const error = isWorking ? null : screen.error;
  return (
    <>
      <p className="text-sm break-words">{offerText(screen)}</p>
      {hasKit ? <p className="text-sm text-pretty">{recoveryWaitTexts.kitToo}</p> : null}
      {email !== null ? (
        <p className="text-sm text-pretty text-muted">{recoveryWaitTexts.delayed(shortDateTime(offeredAt + dayMs))}</p>
      ) : null}
      <Fault message={error} />
      {hasDevice ? (
        <Button variant="primary" busy={isWorking} onClick={trusted(() => act({ kind: "ask_device" }))}>
          Approve on another device
        </Button>
      ) : null}
      {hasPasskey ? (
        <Button
          variant={hasDevice ? "secondary" : "primary"}
          {...(hasDevice ? { disabled: isWorking } : { busy: isWorking })}
          onClick={trusted(() => act({ kind: "use_passkey" }))}
        >
          Use your passkey
        </Button>
      ) : null}
      {/* Each as wide as its label: with halves the longer ones would wrap on a phone. */}
      <div className="flex gap-3">
        <Button className="flex-auto" disabled={isWorking} onClick={trusted(() => act({ kind: "cancel" }))}>
          Cancel
        </Button>
        {email === null ? null : (
          <Button
            variant={hasBetter ? "secondary" : "primary"}
            {...(hasBetter ? { disabled: isWorking } : { busy: isWorking })}
            className="flex-auto"
            onClick={trusted(() => act({ kind: "send_link" }))}
          >
            E-mail me a link
          </Button>
        )}
      </div>
    </>
  );
};

const offerText = ({
  email,
  hasPasskey,
  hasDevice,
}: {
  readonly email: string | null;
  readonly hasPasskey: boolean;
  readonly hasDevice: boolean;
}) => {
  const here = hasDevice
    ? "Your wallet isn't in this browser yet. A device of yours that has it can give it to this one."
    : "Your wallet isn't in this browser yet.";
  if (email === null && hasDevice) return hasPasskey ? `${here} So does your passkey.` : here;
  if (email === null)
    return hasPasskey
      ? `${here} Your passkey brings it here.`
      : `${here} Only your passkeys or your recovery kit bring it back. Open Tribe where you can use one of them.`;
  const mail = (
    <>
      {hasPasskey ? "a" : "A"} link e-mailed to <b>{email}</b> brings it here{hasDevice ? ", too" : ""}.
    </>
  );
  return hasPasskey ? (
    <>
      {here} Your passkey or {mail}
    </>
  ) : (
    <>
      {here} {mail}
    </>
  );
};

const Mailed = ({
  screen,
  act,
}: {
  screen: Extract<RecoveryScreen, { kind: "recovery_mailed" }>;
  act: RecoverViewProps["act"];
}) => {
  const seconds = useSecondsUntil(screen.resendAt);
  return (
    <>
      <p role="status" className="text-sm break-words">
        We sent a link to <b>{screen.email}</b>. Open it <b>in this browser</b>, then come back here.
      </p>
      <p className="text-sm text-muted">On another device the link can only be stopped. There's no code to type.</p>
      <Fault message={screen.error} />
      <div className="flex gap-3">
        <Button className="flex-auto" onClick={trusted(() => act({ kind: "cancel" }))}>
          Cancel
        </Button>
        <Button
          className="flex-auto whitespace-nowrap tabular-nums"
          disabled={seconds > 0}
          onClick={trusted(() => act({ kind: "send_link" }))}
        >
          {seconds > 0 ? `Resend in ${seconds} s` : "Resend"}
        </Button>
      </div>
    </>
  );
};
