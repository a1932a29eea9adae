import { recoveryWaitTexts } from "@tribe/domain/words";
import { Button } from "@tribe/ui";
import { dateTime } from "../date-time.ts";
import type { Intent, Screen } from "../signing/screen.ts";
import { Fault } from "./Fault.tsx";
import { Panel } from "./Panel.tsx";
import { trusted } from "./trusted.ts";
import { useSecondsUntil } from "./use-seconds-until.ts";

interface WaitingViewProps {
  readonly screen: Extract<Screen, { kind: "recovery_waiting" }>;
  readonly act: (intent: Intent) => void;
}

/** Shown while a mailed link waits its day: until when, why, and what brings the wallet here at once. */
export const WaitingView = ({ screen, act }: WaitingViewProps) => {
  const { wallet, readyAt, hasDevice, hasPasskey, hasKit, error } = screen;
  const left = useSecondsUntil(readyAt);
  return (
    <Panel title={recoveryWaitTexts.title} wallet={wallet}>
      <p role="status" className="text-sm text-pretty">
        {recoveryWaitTexts.until} <b>{dateTime(readyAt)}</b>. {timeLeft(left)}
      </p>
      <p className="text-sm text-pretty text-muted">{recoveryWaitTexts.why}</p>
      <p className="text-sm text-pretty text-muted">{recoveryWaitTexts.stays}</p>
      <Fault message={error} />
      {hasDevice || hasPasskey || hasKit ? (
        <p className="text-sm text-pretty">
          {recoveryWaitTexts.quicker}
          {hasKit ? ` ${recoveryWaitTexts.kit}` : ""}
        </p>
      ) : null}
      {hasDevice ? (
        <Button variant="primary" onClick={trusted(() => act({ kind: "ask_device" }))}>
          Approve on another device
        </Button>
      ) : null}
      {hasPasskey ? (
        <Button variant={hasDevice ? "secondary" : "primary"} onClick={trusted(() => act({ kind: "use_passkey" }))}>
          Use your passkey
        </Button>
      ) : null}
      <div className="flex gap-3">
        <Button variant="danger" className="flex-auto" onClick={trusted(() => act({ kind: "stop_waiting" }))}>
          Don't bring it here
        </Button>
        <Button className="flex-auto" onClick={trusted(() => act({ kind: "cancel" }))}>
          Close
        </Button>
      </div>
    </Panel>
  );
};

const timeLeft = (seconds: number): string => {
  const hours = Math.ceil(seconds / 3_600);
  if (hours > 1) return `${hours} hours left.`;
  const minutes = Math.ceil(seconds / 60);
  return minutes > 1 ? `${minutes} minutes left.` : "Less than a minute left.";
};
