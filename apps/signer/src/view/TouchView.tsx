import { confirmStates } from "@tribe/domain/words";
import { Button, Spinner } from "@tribe/ui";
import type { Intent, Screen, TouchPurpose } from "../signing/screen.ts";
import { Panel } from "./Panel.tsx";
import { trusted } from "./trusted.ts";

const titles: Readonly<Record<TouchPurpose, string>> = {
  unlock: "Your wallet is locked",
  send: "Use your passkey for this",
  recover: "Bring your wallet to this browser",
};

/** Shown while the browser asks for a passkey, and with the other choices when none came. */
export const TouchView = ({
  screen: { wallet, purpose, error, isAnswered = false },
  act,
}: {
  readonly screen: Extract<Screen, { kind: "touch" }>;
  readonly act: (intent: Intent) => void;
}) => (
  <Panel title={titles[purpose]} wallet={wallet}>
    {error === null ? (
      <p role="status" className="flex items-center gap-3 text-sm text-muted">
        <Spinner />
        {isAnswered ? confirmStates.passkeyAnswered : confirmStates.passkeyAsked}
      </p>
    ) : (
      <p role="alert" className="text-sm text-pretty">
        {error}
      </p>
    )}
    <div className="flex gap-3">
      <Button className="flex-1" onClick={trusted(() => act({ kind: "cancel" }))}>
        Cancel
      </Button>
      {isAnswered ? null : (
        <Button
          variant={error === null ? "secondary" : "primary"}
          className="flex-1"
          onClick={trusted(() => act({ kind: "use_passkey" }))}
        >
          {error === null ? "Ask again" : "Use passkey"}
        </Button>
      )}
    </div>
    {error !== null && purpose === "unlock" ? (
      <Button variant="ghost" small className="self-center" onClick={trusted(() => act({ kind: "other_way" }))}>
        My passkey is gone
      </Button>
    ) : null}
  </Panel>
);
