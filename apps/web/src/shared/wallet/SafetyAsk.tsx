import { type Address, walletPageFragment } from "@tribe/contract";
import { walletSafetyTexts } from "@tribe/domain/words";
import { Button, buttonClasses, Loading, Skeleton } from "@tribe/ui";
import { ShieldPlus } from "@tribe/ui/icons";
import { type ReactNode, useId, useState } from "react";
import { useConfig } from "../queries/config.ts";
import { putSafetyOff, useSafetyAsk } from "./safety-ask.ts";
import type { WalletMode } from "./wallet-mode.ts";

/** Asks for two ways of recovery, once the wallet is worth more than 1 SOL. Its button is the main one where it is shown. */
export const SafetyAsk = ({ address }: { readonly address: Address | null }) => {
  const missing = useSafetyAsk(address) ?? null;
  if (missing === null) return null;
  return (
    <div className="rounded-card border border-line bg-surface p-4">
      <Ask missing={missing} onLater={putSafetyOff} />
    </div>
  );
};

/**
 * Asks the same before money comes into the wallet, in the place of what follows. "Later" always shows that. What is decided when
 * it opens stays: money that arrives meanwhile puts no question in the place of what a person sees.
 */
export const SafetyStep = ({
  address,
  children,
}: {
  readonly address: Address | null;
  readonly children: ReactNode;
}) => {
  const missing = useSafetyAsk(address);
  const [isAsked, setAsked] = useState<boolean | null>(null);
  const [hasWaited] = useState(missing === undefined);
  if (isAsked === null && missing !== undefined) setAsked(missing !== null);
  const instead =
    isAsked === null && missing === undefined ? (
      <Loading label="Loading your wallet">
        <Skeleton className="h-full" />
      </Loading>
    ) : isAsked && missing ? (
      <Ask missing={missing} onLater={putSafetyOff} />
    ) : null;
  if (!hasWaited) return instead ?? children;
  // What follows is laid out unseen, so that the dialog has its height from the start and does not jump, whatever the answer is.
  return (
    <div className="grid grid-cols-1 *:col-start-1 *:row-start-1">
      {instead}
      <div inert={instead !== null} className={instead === null ? undefined : "invisible"}>
        {children}
      </div>
    </div>
  );
};

const Ask = ({
  missing,
  onLater,
}: {
  readonly missing: NonNullable<WalletMode["missing"]>;
  readonly onLater: () => void;
}) => {
  const signerUrl = useConfig()?.signerUrl ?? null;
  // A dialog may ask above a page that asks as well.
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="flex gap-3">
      <ShieldPlus aria-hidden size={24} className="shrink-0" />
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <p className="text-sm text-pretty">
          <span id={heading} className="block font-semibold">
            Your wallet holds more than 1 SOL
          </span>
          <span className="block text-muted">{walletSafetyTexts[missing]}</span>
        </p>
        <div className="flex flex-wrap gap-2">
          {signerUrl === null ? null : (
            <a
              href={`${signerUrl}/${walletPageFragment}`}
              target="_blank"
              rel="noopener noreferrer"
              className={buttonClasses("primary")}
            >
              Make it safer
            </a>
          )}
          <Button variant="ghost" onClick={onLater}>
            Later
          </Button>
        </div>
      </div>
    </section>
  );
};
