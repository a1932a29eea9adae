import { formatInputUp } from "@tribe/domain/money";
import { suggestedTopUp } from "@tribe/domain/trading";
import { fundTexts, texts } from "@tribe/domain/words";
import { Amount, Button } from "@tribe/ui";
import { useEffect, useRef } from "react";
import { Address } from "../../shared/components/Address.tsx";
import { Sol } from "../../shared/components/Sol.tsx";
import { DialogFrame } from "../../shared/dialogs/DialogFrame.tsx";
import { dialogs, useCloseThisDialog } from "../../shared/dialogs/dialogs.ts";
import type { DialogPropsByName } from "../../shared/dialogs/names.ts";
import { Worth } from "../../shared/fiat/Worth.tsx";
import { flow } from "../../shared/flow/flow-store.ts";
import { toast } from "../../shared/notices/toast.ts";
import { useBalance } from "../../shared/queries/chain.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { SafetyStep } from "../../shared/wallet/SafetyAsk.tsx";
import { BridgePart } from "./BridgePart.tsx";
import { CardPart } from "./CardPart.tsx";

/** Offers to add SOL by card, transfer or from another chain. Polls the balance every 5 s and continues once it is enough. */
export const OnboardingFundDialog = ({
  title,
  description,
  lamportsRequired,
  canSkip,
}: DialogPropsByName["onboardingFund"]) => {
  const user = useLocalUser();
  const address = user?.address ?? null;
  const { data: balance } = useBalance(address, true);
  const close = useCloseThisDialog();
  const missing =
    lamportsRequired === null || balance === undefined || balance === null || balance >= lamportsRequired
      ? null
      : lamportsRequired - balance;
  const first = useRef(balance ?? null);
  useEffect(() => {
    if (balance === undefined || balance === null) return;
    if (first.current !== null && balance > first.current) toast.success(fundTexts.arrived);
    first.current = balance;
  }, [balance]);
  return (
    <DialogFrame title={title} description={description}>
      <SafetyStep address={address}>
        <div className="flex flex-col gap-5">
          {canSkip ? (
            // The sign-up also ends with this explanation; here it is for people who want to know before they pay.
            <button
              type="button"
              className="-my-3 min-h-11 self-start text-sm text-muted underline underline-offset-2 hover:text-text"
              onClick={() => dialogs.open("text", { title: "How it works", isOnboarding: false })}
            >
              How it works
            </button>
          ) : null}
          <dl className="flex flex-wrap items-baseline justify-between gap-x-4" aria-live="polite">
            <dt className="text-sm text-muted">Balance</dt>
            <dd className="font-display text-lg font-semibold">
              {balance === undefined || balance === null ? "…" : <Sol lamports={balance} />}{" "}
              <Worth lamports={balance ?? null} className="font-sans text-sm" />
            </dd>
          </dl>
          {lamportsRequired === null ? null : (
            <p className="flex justify-between gap-4 text-sm">
              <span className="text-muted">You still need</span>
              {/* Rounded up, as in the amount's field: less would not be enough. */}
              {missing === null ? (
                "…"
              ) : (
                <span className="text-right">
                  <Amount text={formatInputUp(missing)} unit="SOL" /> <Worth lamports={missing} rounding="up" />
                </span>
              )}
            </p>
          )}
          <CardPart suggested={missing === null ? null : suggestedTopUp(missing)} />
          <section className="flex flex-col gap-2 border-t border-line pt-4" aria-labelledby="deposit-heading">
            <h3 id="deposit-heading" className="text-sm font-medium">
              Or send SOL to your address
            </h3>
            {address ? (
              <Address address={address} full />
            ) : (
              <p className="text-sm text-muted">{texts.walletNotReady}</p>
            )}
            <p className="text-xs text-muted">{fundTexts.arrivesByItself}</p>
          </section>
          {address ? <BridgePart address={address} /> : null}
          {canSkip ? (
            <Button variant="ghost" onClick={() => flow.skip("fund")}>
              Later
            </Button>
          ) : lamportsRequired === null ? (
            <Button variant="secondary" onClick={close}>
              Done
            </Button>
          ) : null}
        </div>
      </SafetyStep>
    </DialogFrame>
  );
};
