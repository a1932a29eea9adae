import { mailCode } from "@tribe/contract";
import { Button, TextField } from "@tribe/ui";
import { useEffect, useState } from "react";
import type { Intent, Screen } from "../signing/screen.ts";
import { Panel } from "./Panel.tsx";
import { trusted } from "./trusted.ts";

type RecoveryScreen = Extract<Screen, { kind: `recovery_${string}` }>;

interface RecoverViewProps {
  readonly screen: RecoveryScreen;
  readonly act: (intent: Intent) => void;
}

/** Brings the wallet to this browser: the code is typed here, where the app cannot read it. */
export const RecoverView = ({ screen, act }: RecoverViewProps) => (
  <Panel title="Bring your wallet to this browser">
    {screen.kind === "recovery_offer" || screen.kind === "recovery_working" ? (
      <Offer screen={screen} act={act} />
    ) : (
      <CodeForm screen={screen} act={act} />
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
  const error = isWorking ? null : screen.error;
  return (
    <>
      <p className="text-sm break-words">
        Your wallet isn't on this browser yet. A code e-mailed to <b>{screen.email}</b> brings it here.
      </p>
      {error ? (
        <p role="alert" className="text-sm text-down">
          {error}
        </p>
      ) : null}
      <div className="flex gap-3">
        <Button className="flex-1" disabled={isWorking} onClick={trusted(() => act({ kind: "cancel" }))}>
          Cancel
        </Button>
        <Button look="main" className="flex-1" busy={isWorking} onClick={trusted(() => act({ kind: "send_code" }))}>
          E-mail me a code
        </Button>
      </div>
    </>
  );
};

const CodeForm = ({
  screen,
  act,
}: {
  screen: Extract<RecoveryScreen, { kind: "recovery_code" }>;
  act: RecoverViewProps["act"];
}) => {
  const [code, setCode] = useState("");
  const seconds = useSecondsUntil(screen.resendAt);
  // No form: the frame's sandbox submits none.
  const submit = trusted(() => {
    if (code.length === mailCode.digits) act({ kind: "code", code });
  });
  return (
    <>
      <p className="text-sm break-words">
        We sent a code to <b>{screen.email}</b>. Enter it here. Your wallet asks for it only in this box.
      </p>
      <TextField
        label="Code from the e-mail"
        large
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        error={screen.error}
        onKeyDown={(event) => {
          if (event.key === "Enter") submit(event);
        }}
        onChange={(event) => setCode(event.target.value.replace(/[^0-9]/g, "").slice(0, mailCode.digits))}
      />
      <div className="flex gap-3">
        <Button className="flex-1" onClick={trusted(() => act({ kind: "cancel" }))}>
          Cancel
        </Button>
        <Button look="main" className="flex-1" onClick={submit} disabled={code.length !== mailCode.digits}>
          Continue
        </Button>
      </div>
      <Button look="quiet" small disabled={seconds > 0} onClick={trusted(() => act({ kind: "send_code" }))}>
        {seconds > 0 ? `Resend in ${seconds} s` : "Resend code"}
      </Button>
    </>
  );
};

/** Whole seconds until a moment (milliseconds since 1970), counted down; 0 when it is past. */
const useSecondsUntil = (moment: number): number => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((moment - now) / 1_000));
};
