import { approvalTexts } from "@tribe/domain/words";
import { Button, Spinner } from "@tribe/ui";
import type { Intent, Screen } from "../signing/screen.ts";
import { Fault } from "./Fault.tsx";
import { Panel } from "./Panel.tsx";
import { trusted } from "./trusted.ts";
import { useSecondsUntil } from "./use-seconds-until.ts";

interface AskedViewProps {
  readonly screen: Extract<Screen, { kind: "recovery_asked" }>;
  readonly act: (intent: Intent) => void;
}

/** Shown while another browser is asked for the wallet: where to answer, then the number to type there. */
export const RequestedApprovalView = ({ screen: { wallet, number, expiresAt, error }, act }: AskedViewProps) => {
  const minutes = Math.ceil(useSecondsUntil(expiresAt) / 60);
  return (
    <Panel title="Approve this on your other device" wallet={wallet}>
      {number === null ? <p className="text-sm text-pretty">{approvalTexts.where}</p> : <ShownNumber number={number} />}
      <p role="status" className="flex items-center gap-3 text-sm text-muted">
        <Spinner />
        {number === null ? approvalTexts.waiting : approvalTexts.comparing}
      </p>
      <p className="text-xs text-muted">{minutes === 1 ? "Less than a minute left." : `${minutes} minutes left.`}</p>
      <Fault message={error} />
      <div className="flex gap-3">
        <Button className="flex-auto" onClick={trusted(() => act({ kind: "cancel" }))}>
          Cancel
        </Button>
        <Button className="flex-auto" onClick={trusted(() => act({ kind: "other_way" }))}>
          Another way
        </Button>
      </div>
    </Panel>
  );
};

const ShownNumber = ({ number }: { readonly number: string }) => {
  const groups = number.match(/.{3}/g) ?? [];
  return (
    <div role="status" className="flex flex-col gap-2">
      <p
        className="rounded-control bg-raised px-3 py-2 text-center text-2xl font-semibold tabular-nums"
        data-number={number}
      >
        {groups.join(" ")}
      </p>
      <p className="text-sm text-pretty">{approvalTexts.type}</p>
    </div>
  );
};
