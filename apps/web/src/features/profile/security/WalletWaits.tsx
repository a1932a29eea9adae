import { useQuery, useQueryClient } from "@tanstack/react-query";
import { routes } from "@tribe/contract";
import { stoppableTexts, waitingOutflow } from "@tribe/domain/words";
import { Button } from "@tribe/ui";
import { ShieldAlert } from "@tribe/ui/icons";
import { api } from "../../../shared/api/api.ts";
import { dialogs } from "../../../shared/dialogs/dialogs.ts";
import { toast } from "../../../shared/notices/toast.ts";
import { keys } from "../../../shared/queries/keys.ts";
import { exactTime } from "../../../shared/time/clock.ts";
import { type Safety, walletSafetyQuery } from "../../../shared/wallet/wallet-safety.ts";

type KeyWait = Safety["waits"][number];
type SendWait = NonNullable<Safety["sends"]>[number];
type RecoveryWait = NonNullable<Safety["recoveries"]>[number];
type EmailChange = NonNullable<Safety["emailChange"]>;

/** The texts of a pending request to the wallet. */
interface Asked {
  readonly id: string;
  readonly what: string;
  readonly when: string;
  /** The consequence of stopping it. */
  readonly stopped: string;
}

const keyNames: Readonly<Record<KeyWait["kind"], string>> = {
  kit: "a recovery kit of your wallet",
  export: "your wallet's key",
  move: "a move to a new wallet",
};

const keyAsked = ({ id, kind, askedAt, readyAt }: KeyWait): Asked => ({
  id,
  what: `${keyNames[kind]} on ${exactTime(askedAt)}`,
  when: stoppableTexts.given(kind === "move", readyAt > askedAt ? exactTime(readyAt) : null),
  stopped: kind === "move" ? stoppableTexts.notMoved : stoppableTexts.notGiven(keyNames[kind]),
});

const sendAsked = ({ id, askedAt, readyAt, ...outflow }: SendWait): Asked => ({
  id,
  what: `${waitingOutflow(outflow)} on ${exactTime(askedAt)}`,
  when: stoppableTexts.sentFrom(exactTime(readyAt)),
  stopped: stoppableTexts.notSent,
});

const recoveryAsked = ({ id, place: { device, network }, askedAt, readyAt }: RecoveryWait): Asked => ({
  id,
  what: `your wallet by a mailed link in ${device} (network: ${network}) on ${exactTime(askedAt)}`,
  when: stoppableTexts.recoveredFrom(exactTime(readyAt)),
  stopped: stoppableTexts.notRecovered,
});

const emailAsked = ({ id, email, askedAt, from }: EmailChange): Asked => ({
  id,
  what: `another recovery address, ${email}, on ${exactTime(askedAt)}`,
  when: from === null ? stoppableTexts.linkUnopened : stoppableTexts.countsFrom(exactTime(from)),
  stopped: stoppableTexts.emailStays,
});

/** Pending requests to the wallet that can still be stopped, whichever browser made them. */
export const WalletWaits = () => {
  const queryClient = useQueryClient();
  const { data } = useQuery(walletSafetyQuery);
  const asked = [
    ...(data?.emailChange ? [emailAsked(data.emailChange)] : []),
    ...(data?.recoveries ?? []).map(recoveryAsked),
    ...(data?.waits ?? []).map(keyAsked),
    ...(data?.sends ?? []).map(sendAsked),
  ];
  const askToStop = ({ id, stopped }: Asked) =>
    dialogs.open("confirm", {
      title: "Stop it?",
      description: stoppableTexts.question(stopped),
      confirmLabel: "Stop it",
      isDanger: true,
      onConfirm: async () => {
        await api(routes.wallet.stopWait, { body: { id } });
        // The process with the wallets' keys stops it a moment later: the page shows it as stopped until the next refetch.
        queryClient.setQueryData<Safety>(keys.walletSafety(), (known) => known && without(known, id));
      },
      onSuccess: () => toast.success("Stopped"),
    });
  if (asked.length === 0) return null;
  return (
    <ul className="flex flex-col gap-2">
      {asked.map((each) => (
        <li key={each.id} className="flex gap-3 rounded-card border border-down bg-down-soft p-3 text-sm">
          <ShieldAlert aria-hidden size={20} className="shrink-0 text-down" />
          <span className="flex min-w-0 flex-1 flex-col items-start gap-2">
            <span className="text-pretty wrap-anywhere">
              Somebody asked for <b>{each.what}</b>. {each.when}. If that wasn't you, stop it now.
            </span>
            <Button small variant="danger" onClick={() => askToStop(each)}>
              Stop it
            </Button>
          </span>
        </li>
      ))}
    </ul>
  );
};

const without = (safety: Safety, id: string): Safety => ({
  ...safety,
  waits: safety.waits.filter((wait) => wait.id !== id),
  sends: safety.sends?.filter((wait) => wait.id !== id) ?? [],
  recoveries: safety.recoveries?.filter((wait) => wait.id !== id) ?? [],
  emailChange: safety.emailChange?.id === id ? null : (safety.emailChange ?? null),
});
