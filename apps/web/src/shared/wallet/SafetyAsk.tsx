import { type Address, walletPageFragment } from "@tribe/contract";
import { walletSafetyTexts } from "@tribe/domain/words";
import { Button, buttonClasses, Loading, Skeleton } from "@tribe/ui";
import { ShieldPlus } from "@tribe/ui/icons";
import { type ReactNode, useId, useState } from "react";
import { useConfig } from "../queries/config.ts";
import { putSafetyOff, type SafetyQuestion, useSafetyAsk } from "./safety-ask.ts";

/**
 * Asks for ways of recovery: once the wallet is worth more than 1 SOL, or as soon as it holds anything in a browser that forgets it. Its
 * button is the main one where it is shown.
 */
export const SafetyAsk = ({ address }: { readonly address: Address | null }) => {
  const question = useSafetyAsk(address) ?? null;
  if (question === null) return null;
  return (
    <div className="rounded-card border border-line bg-surface p-4">
      <Ask question={question} onLater={putSafetyOff} />
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
  const question = useSafetyAsk(address);
  const [isAsked, setAsked] = useState<boolean | null>(null);
  const [hasWaited] = useState(question === undefined);
  if (isAsked === null && question !== undefined) setAsked(question !== null);
  const instead =
    isAsked === null && question === undefined ? (
      <Loading label="Loading your wallet">
        <Skeleton className="h-full" />
      </Loading>
    ) : isAsked && question ? (
      <Ask question={question} onLater={putSafetyOff} />
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
  question: { missing, why },
  onLater,
}: {
  readonly question: SafetyQuestion;
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
            {why === "worth" ? "Your wallet holds more than 1 SOL" : "This browser may forget your wallet"}
          </span>
          <span className="block text-muted">
            {why === "worth" ? walletSafetyTexts[missing] : walletSafetyTexts.forgotten}
          </span>
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
