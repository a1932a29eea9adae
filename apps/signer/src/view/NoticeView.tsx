import { Button } from "@tribe/ui";
import type { Intent, Screen } from "../signing/screen.ts";
import { Panel } from "./Panel.tsx";
import { trusted } from "./trusted.ts";

interface NoticeViewProps {
  readonly screen: Extract<Screen, { kind: "refused" | "failed" }>;
  readonly act: (intent: Intent) => void;
}

/** Why nothing was signed, and what can be done now. */
export const NoticeView = ({ screen, act }: NoticeViewProps) =>
  screen.kind === "refused" ? (
    <Panel title="Your wallet refused this" wallet={screen.wallet}>
      <p role="alert" className="text-sm break-words">
        {screen.reason}
      </p>
      <p className="text-sm text-muted">Nothing was signed and nothing left your wallet.</p>
      <Button look="main" onClick={trusted(() => act({ kind: "ok" }))}>
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
        <Button look="main" className="flex-1" onClick={trusted(() => act({ kind: "retry" }))}>
          Try again
        </Button>
      </div>
    </Panel>
  );
