import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type AnswerOf, routes } from "@tribe/contract";
import { Button } from "@tribe/ui";
import { ShieldAlert } from "lucide-react";
import { api } from "../../../shared/api/api.ts";
import { dialogs } from "../../../shared/dialogs/dialogs.ts";
import { toast } from "../../../shared/notices/toast.ts";
import { keys } from "../../../shared/queries/keys.ts";
import { exactTime } from "../../../shared/time/clock.ts";

type Safety = AnswerOf<typeof routes.wallet.safety>;
type Wait = Safety["waits"][number];

const names: Readonly<Record<Wait["kind"], string>> = {
  kit: "a recovery kit of your wallet",
  export: "your wallet's key",
};

/** What somebody asked of the wallet, while it can be stopped: by this page, whichever browser asked. */
export const WalletWaits = () => {
  const queryClient = useQueryClient();
  const { data } = useQuery({
    queryKey: keys.walletSafety(),
    queryFn: async ({ signal }) => api(routes.wallet.safety, { signal }),
    // Somebody who looks here wants to know it as it is now.
    staleTime: 0,
  });
  const waits = data?.waits ?? [];
  const askToStop = ({ id, kind }: Wait) =>
    dialogs.open("confirm", {
      title: "Stop it?",
      description: `Nobody is given ${names[kind]} then. If it wasn't you who asked, sign out the other devices above, too.`,
      confirmLabel: "Stop it",
      isDanger: true,
      onConfirm: async () => {
        await api(routes.wallet.stopWait, { body: { id } });
        // The process with the wallets' keys does it in a moment: until the page asks again, it is shown as done.
        queryClient.setQueryData<Safety>(
          keys.walletSafety(),
          (known) => known && { ...known, waits: known.waits.filter((wait) => wait.id !== id) },
        );
      },
      onSuccess: () => toast.success("Stopped"),
    });
  if (waits.length === 0) return null;
  return (
    <ul className="flex flex-col gap-2">
      {waits.map((wait) => (
        <li key={wait.id} className="flex gap-3 rounded-card border border-down bg-down-soft p-3 text-sm">
          <ShieldAlert aria-hidden size={20} className="shrink-0 text-down" />
          <span className="flex min-w-0 flex-1 flex-col items-start gap-2">
            <span className="text-pretty">
              Somebody asked for <b>{names[wait.kind]}</b> on {exactTime(wait.askedAt)}. It is given{" "}
              {wait.readyAt > wait.askedAt ? `from ${exactTime(wait.readyAt)} on` : "at once, as the wallet was empty"}.
              If that wasn't you, stop it now.
            </span>
            <Button small look="danger" onClick={() => askToStop(wait)}>
              Stop it
            </Button>
          </span>
        </li>
      ))}
    </ul>
  );
};
