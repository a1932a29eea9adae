import { useQuery } from "@tanstack/react-query";
import { type Address, lamportsPerSol, walletPageFragment } from "@tribe/contract";
import { walletSafetyTexts } from "@tribe/domain/words";
import { Button } from "@tribe/ui";
import { ShieldPlus } from "lucide-react";
import * as z from "zod/mini";
import { useBalance } from "../../shared/queries/chain.ts";
import { useConfig } from "../../shared/queries/config.ts";
import { createStoredStore, useStore } from "../../shared/state/store.ts";
import { storageKeys } from "../../shared/storage/keys.ts";
import { stored } from "../../shared/storage/stored.ts";
import { serverNow } from "../../shared/time/server-time.ts";
import { walletMode } from "../../shared/wallet/wallet-mode.ts";
import { walletSafetyQuery } from "../../shared/wallet/wallet-safety.ts";
import { holdingsQuery } from "./queries.ts";
import { worthOf } from "./worth.ts";

/** The wallet's value in lamports from which on the person is asked. */
const worthAsking = lamportsPerSol;
/** How long the person is not asked again after "Not now". */
const silenceMilliseconds = 30 * 86_400_000;

const kept = stored(storageKeys.safetyAskedAt, z.number());
/** When the person last pressed "Not now", in ms since 1970; 0 if never. */
const putOffAt = createStoredStore<number>({ read: () => kept.read() ?? 0, write: kept.write });

/** Suggests a passkey and the recovery kit once the wallet has some value. */
export const SafetyAsk = ({ address }: { readonly address: Address }) => {
  const { data: safety } = useQuery(walletSafetyQuery);
  const { data: balance } = useBalance(address, true);
  const { data: held } = useQuery(holdingsQuery);
  const signerUrl = useConfig()?.signerUrl ?? null;
  const saidAt = useStore(putOffAt);
  const missing = (safety && walletMode(safety, serverNow())?.missing) ?? null;
  if (missing === null || balance === undefined || balance === null || held === undefined || !signerUrl) return null;
  if (worthOf(balance, held.value, held.holdings).now <= worthAsking) return null;
  if (Date.now() - saidAt < silenceMilliseconds) return null;
  return (
    <section aria-labelledby="safety-ask" className="flex gap-3 rounded-card border border-line bg-surface p-4">
      <ShieldPlus aria-hidden size={24} className="shrink-0" />
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <p className="text-sm text-pretty">
          <span id="safety-ask" className="block font-semibold">
            Your wallet holds more than 1 SOL
          </span>
          <span className="block text-muted">{walletSafetyTexts[missing]}</span>
        </p>
        <div className="flex flex-wrap gap-2">
          <a
            href={`${signerUrl}/${walletPageFragment}`}
            target="_blank"
            rel="noopener noreferrer"
            className="flex min-h-11 items-center rounded-control border border-line-strong px-4 text-base font-medium"
          >
            Make it safer
          </a>
          <Button variant="ghost" onClick={() => putOffAt.set(Date.now())}>
            Not now
          </Button>
        </div>
      </div>
    </section>
  );
};
