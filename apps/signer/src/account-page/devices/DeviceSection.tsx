import { approvalTexts } from "@tribe/domain/words";
import { Button, Spinner, TextField } from "@tribe/ui";
import { useEffect, useRef, useState } from "react";
import {
  type ApprovalRequest,
  type AskedApproval,
  approveDevice,
  isWholeNumber,
  openApprovalRequest,
  refuseApprovalRequest,
} from "../../approvals/grant-approval.ts";
import { dateTime } from "../../date-time.ts";
import { Fault } from "../../view/Fault.tsx";
import type { OwnWallet } from "../own-wallet.ts";
import { Section } from "../Section.tsx";
import { useWork } from "../use-work.ts";
import type { ApprovalRequests, Ended } from "./use-approval-request.ts";

type Work = ReturnType<typeof useWork>;

const endedTitles: Readonly<Record<Ended, string>> = {
  given: "Approved",
  refused: "Refused",
  refusedAndEnded: "Refused",
  over: "The request is over",
};

/** Another browser of the account asks for the wallet: its details, and the possible answers. */
export const DeviceSection = ({
  wallet,
  requests: { approvalRequest, ended, ...calls },
}: {
  readonly wallet: OwnWallet;
  readonly requests: ApprovalRequests;
}) => (
  <>
    {/* Announces new requests to screen readers, wherever on the page they are. */}
    <p role="status" className="sr-only">
      {approvalRequest ? requestTitle : ended === null ? "" : approvalTexts[ended]}
    </p>
    {approvalRequest ? (
      <AskedRequest key={approvalRequest.asked.request} {...{ wallet, approvalRequest }} {...calls} />
    ) : ended === null ? null : (
      <Section title={endedTitles[ended]}>
        <p className="text-sm text-pretty">{approvalTexts[ended]}</p>
      </Section>
    )}
  </>
);

const requestTitle = "A browser asks for your wallet";

interface AskedRequestProps extends Pick<ApprovalRequests, "look" | "end"> {
  readonly wallet: OwnWallet;
  readonly approvalRequest: ApprovalRequest;
}

const AskedRequest = ({ wallet, approvalRequest: { asked, stage }, look, end }: AskedRequestProps) => {
  const work = useWork();
  /** The person pressed to continue; the field takes the focus when it appears. */
  const [isAwaited, setIsAwaited] = useState(false);
  const { uid } = wallet.info;
  const answer = async (how: Ended, send: () => Promise<void>): Promise<void> => {
    try {
      await send();
      end(how);
    } finally {
      // A call whose answer was lost may have succeeded: while the server still knows the result, ask for it.
      await look().catch(() => undefined);
    }
  };
  const refuse = (endsSession: boolean) =>
    work.press(() =>
      answer(endsSession ? "refusedAndEnded" : "refused", () => refuseApprovalRequest(wallet, asked, endsSession)),
    );
  return (
    <Section title={requestTitle}>
      <DeviceDetails asked={asked} />
      <p className="rounded-control border border-down bg-down-soft px-3 py-2 text-sm font-medium text-pretty text-down">
        {approvalTexts.warning}
      </p>
      {stage === "new" ? (
        <Button
          busy={work.isBusy}
          onClick={work.press(async () => {
            setIsAwaited(true);
            await openApprovalRequest(wallet, uid, asked);
            await look();
          })}
        >
          It's me, go on
        </Button>
      ) : stage === "waits" ? (
        <p role="status" className="flex items-center gap-3 text-sm text-muted">
          <Spinner />
          {approvalTexts.unopened}
        </p>
      ) : (
        <NumberForm
          work={work}
          takesFocus={isAwaited}
          onTyped={(typed) => answer("given", () => approveDevice(wallet, uid, { request: asked.request, typed }))}
        />
      )}
      <Fault message={work.fault} />
      <div className="flex flex-wrap gap-3">
        <Button variant="danger" className="flex-auto" disabled={work.isBusy} onClick={refuse(false)}>
          Refuse
        </Button>
        <Button variant="danger" className="flex-auto" disabled={work.isBusy} onClick={refuse(true)}>
          Refuse and sign it out
        </Button>
      </div>
    </Section>
  );
};

const DeviceDetails = ({ asked: { place, signedInAt, askedAt, expiresAt } }: { readonly asked: AskedApproval }) => (
  <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
    <Fact name="Browser" value={place.device} />
    <Fact name="Network" value={place.network} />
    {signedInAt === null ? null : <Fact name="Signed in" value={dateTime(signedInAt)} />}
    <Fact name="Asked" value={dateTime(askedAt)} />
    <Fact name="Until" value={dateTime(expiresAt)} />
  </dl>
);

const Fact = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="wrap-anywhere">{value}</dd>
  </>
);

/** The number must be typed, because a person who does not look at the other screen could still press a button. */
const NumberForm = ({
  work: { isBusy, press },
  takesFocus,
  onTyped,
}: {
  readonly work: Work;
  readonly takesFocus: boolean;
  readonly onTyped: (typed: string) => Promise<void>;
}) => {
  const [typed, setTyped] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);
  const give = press(() => onTyped(typed));
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (isWholeNumber(typed)) give(event);
      }}
    >
      <p className="text-sm text-pretty">{approvalTexts.elsewhere}</p>
      <TextField
        ref={field}
        label="The number on that browser's screen"
        hint="Nine digits"
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button variant="primary" type="submit" busy={isBusy} disabled={!isWholeNumber(typed)}>
        Give it my wallet
      </Button>
    </form>
  );
};
