import { ApiError } from "@tribe/contract";
import { Button } from "@tribe/ui";
import { useState } from "react";
import { dateTime } from "../date-time.ts";
import { Fault } from "../view/Fault.tsx";
import { trusted } from "../view/trusted.ts";
import { exportKey, type KeyWait, requestKey } from "../wallet/own-key.ts";
import { FreshProof } from "./FreshProof.tsx";
import type { OwnWallet } from "./own-wallet.ts";
import { Section } from "./Section.tsx";
import { useWork } from "./use-work.ts";

type Step =
  | { readonly kind: "start" }
  | { readonly kind: "waiting"; readonly wait: KeyWait }
  | { readonly kind: "taken"; readonly key: string; readonly isShown: boolean };

/** Exports the key, for another wallet. */
export const KeySection = ({ wallet }: { readonly wallet: OwnWallet }) => {
  const [step, setStep] = useState<Step>({ kind: "start" });
  const { isBusy, fault, press } = useWork();
  const { proof } = wallet;
  return (
    <Section title="Take your key to another wallet">
      {step.kind === "start" ? (
        <>
          <p className="text-sm">
            Other Solana wallets can use this one with its key. Whoever else sees it can take everything, for good: to
            be safe against losing your wallet, make a recovery kit instead.
          </p>
          {proof === null ? (
            <FreshProof wallet={wallet} what="Taking the key" />
          ) : (
            <>
              <Fault message={fault} />
              <Button
                busy={isBusy}
                className="self-start"
                onClick={press(async () => {
                  const wait = await requestKey(wallet, "export", proof);
                  try {
                    setStep({ kind: "taken", key: await exportKey(wallet, proof), isShown: false });
                  } catch (thrown) {
                    if (!(thrown instanceof ApiError) || thrown.code !== "wait_not_over") throw thrown;
                    setStep({ kind: "waiting", wait });
                    wallet.refresh();
                  }
                })}
              >
                Take my key
              </Button>
            </>
          )}
        </>
      ) : step.kind === "waiting" ? (
        <p role="status" className="text-sm">
          Your key can be taken from <b>{dateTime(step.wait.readyAt)}</b> on, in this browser. We told you by mail. Come
          back then, by a new link.
        </p>
      ) : step.isShown ? (
        <>
          <p className="text-sm">In Phantom, Solflare or Backpack: Add account, then Import private key.</p>
          <p className="rounded-control bg-raised p-3 font-mono text-sm wrap-anywhere select-all">{step.key}</p>
          <Button onClick={trusted(() => setStep({ kind: "start" }))}>Put it away</Button>
        </>
      ) : (
        <>
          <p className="text-sm">Make sure that nobody looks over your shoulder, and that no screen is shared.</p>
          <Button className="self-start" onClick={trusted(() => setStep({ ...step, isShown: true }))}>
            Show my key
          </Button>
        </>
      )}
    </Section>
  );
};
