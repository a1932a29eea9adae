import { Button } from "@tribe/ui";
import { dateTime } from "../date-time.ts";
import type { Intent, Screen } from "../signing/screen.ts";
import { Panel } from "./Panel.tsx";
import { trusted } from "./trusted.ts";

interface NoticeViewProps {
  readonly screen: Extract<Screen, { kind: "refused" | "waits" | "failed" }>;
  readonly act: (intent: Intent) => void;
}

/** Why nothing was signed, and what the person can do now. */
export const NoticeView = ({ screen, act }: NoticeViewProps) =>
  screen.kind === "refused" ? (
    <Panel title="Your wallet refused this" wallet={screen.wallet}>
      <p role="alert" className="text-sm break-words">
        {screen.reason}
      </p>
      <p className="text-sm text-muted">Nothing was signed and nothing left your wallet.</p>
      <Button variant="primary" onClick={trusted(() => act({ kind: "ok" }))}>
        OK
      </Button>
    </Panel>
  ) : screen.kind === "waits" ? (
    <Panel title="Asked: it waits a day" wallet={screen.wallet}>
      <p role="status" className="text-sm text-pretty">
        You can confirm this from <b>{dateTime(screen.readyAt)}</b> on, for a day, in this browser. Do the same again
        then.
      </p>
      <p className="text-sm text-pretty text-muted">
        We told you by mail. You can stop it under Security, in any browser. Nothing was signed yet.
      </p>
      <Button variant="primary" onClick={trusted(() => act({ kind: "ok" }))}>
        OK
      </Button>
    </Panel>
  ) : (
    <Panel title="That didn't work">
      <p role="alert" className="text-sm break-words">
        {screen.message}
      </p>
      <div className="flex gap-3">
        <Button className="flex-1" onClick={trusted(() => act({ kind: "cancel" }))}>
          Cancel
        </Button>
        <Button variant="primary" className="flex-1" onClick={trusted(() => act({ kind: "retry" }))}>
          Try again
        </Button>
      </div>
    </Panel>
  );
