import { routes } from "@tribe/contract";
import { waitingOutflow, waitTexts } from "@tribe/domain/words";
import { Button } from "@tribe/ui";
import { dateTime } from "../date-time.ts";
import { Fault } from "../view/Fault.tsx";
import type { KeyWait } from "../wallet/own-key.ts";
import type { OwnWallet } from "./own-wallet.ts";
import { Section } from "./Section.tsx";
import { useWork } from "./use-work.ts";

const names: Readonly<Record<KeyWait["kind"], string>> = {
  kit: "A recovery kit",
  export: "The key itself",
  move: "A move to a new wallet",
};

/** Everything that was asked of the wallet and waits, here or in another browser, each with a way to stop it. */
export const WaitSection = ({ wallet }: { readonly wallet: OwnWallet }) => {
  const { isBusy, fault, press } = useWork();
  const { waits = [], sends = [], recoveries = [], emailChange = null } = wallet.info;
  const asked = [
    ...recoveries.map(({ id, place: { device, network }, askedAt, readyAt, expiresAt }) => ({
      id,
      what: `The wallet in ${device} (network: ${network})`,
      askedAt,
      outcome: waitTexts.recovered(dateTime(readyAt), dateTime(expiresAt)),
    })),
    ...waits.map(({ id, kind, askedAt, readyAt, expiresAt }) => ({
      id,
      what: names[kind],
      askedAt,
      outcome: waitTexts.given(kind === "move", readyAt > askedAt ? [dateTime(readyAt), dateTime(expiresAt)] : null),
    })),
    ...sends.map(({ id, askedAt, readyAt, expiresAt, ...outflow }) => ({
      id,
      what: waitingOutflow(outflow),
      askedAt,
      outcome: waitTexts.confirmedBetween(dateTime(readyAt), dateTime(expiresAt)),
    })),
    ...(emailChange
      ? [
          {
            id: emailChange.id,
            what: `Another recovery address, ${emailChange.email},`,
            askedAt: emailChange.askedAt,
            outcome:
              emailChange.from === null
                ? waitTexts.linkUnopened
                : waitTexts.emailReplaced(wallet.info.email, dateTime(emailChange.from)),
          },
        ]
      : []),
  ];
  if (asked.length === 0) return null;
  return (
    <Section title="Asked of your wallet">
      <ul className="flex flex-col gap-3">
        {asked.map(({ id, what, askedAt, outcome }) => (
          <li key={id} className="flex flex-col gap-2 text-sm">
            <span className="wrap-anywhere">
              <b>{what}</b> was asked for on {dateTime(askedAt)}. {outcome}
            </span>
            <Button
              small
              variant="danger"
              busy={isBusy}
              className="self-start"
              onClick={press(async () => {
                await wallet.api(routes.wallet.cancelWait, { body: { id } });
                wallet.refresh();
              })}
            >
              Stop it
            </Button>
          </li>
        ))}
      </ul>
      <Fault message={fault} />
    </Section>
  );
};
