import { ApiError } from "@tribe/contract";
import { Button, buttonClasses } from "@tribe/ui";
import { useState } from "react";
import { dateTime } from "../date-time.ts";
import { Fault } from "../view/Fault.tsx";
import { trusted } from "../view/trusted.ts";
import { type KeyWait, makeRecoveryKit, type NewKit, requestKey, tryKit } from "../wallet/own-key.ts";
import { FreshProof } from "./FreshProof.tsx";
import { KitForm } from "./KitForm.tsx";
import type { OwnWallet } from "./own-wallet.ts";
import { Section } from "./Section.tsx";
import { saveFile } from "./save-file.ts";
import { useWork } from "./use-work.ts";

type Step =
  | { readonly kind: "start" }
  | { readonly kind: "waiting"; readonly wait: KeyWait }
  | { readonly kind: "made"; readonly kit: NewKit }
  | { readonly kind: "try" }
  | { readonly kind: "done" };

/** Makes a recovery kit, and tries it: it becomes valid only then. */
export const KitSection = ({
  wallet,
  isMain,
}: {
  readonly wallet: OwnWallet;
  /** Its button is the page's main one. */
  readonly isMain: boolean;
}) => {
  const [step, setStep] = useState<Step>({ kind: "start" });
  return (
    <Section title="Recovery kit">
      <Content wallet={wallet} isMain={isMain} step={step} setStep={setStep} />
    </Section>
  );
};

interface StepProps {
  readonly wallet: OwnWallet;
  readonly isMain: boolean;
  readonly setStep: (step: Step) => void;
}

const Content = ({ wallet, isMain, step, setStep }: StepProps & { readonly step: Step }) => {
  switch (step.kind) {
    case "start":
      return <Start wallet={wallet} isMain={isMain} setStep={setStep} />;
    case "waiting":
      return (
        <p role="status" className="text-sm">
          Your kit can be made from <b>{dateTime(step.wait.readyAt)}</b> on, in this browser. We told you by mail: a day
          is time enough to stop somebody else. Come back then, by a new link.
        </p>
      );
    case "made":
      return <Made kit={step.kit} isMain={isMain} setStep={setStep} />;
    case "try":
      return (
        <>
          <p className="text-sm">Choose the file that you saved, and type the passphrase from your paper.</p>
          <KitForm
            action="Check my kit"
            isMain={isMain}
            onOpen={async (text, passphrase) => {
              await tryKit(wallet, text, passphrase);
              setStep({ kind: "done" });
              wallet.refresh();
            }}
          />
        </>
      );
    case "done":
      return (
        <p role="status" className="text-sm">
          <b>Your kit works.</b> Keep file and passphrase apart: together they are your wallet.
        </p>
      );
  }
};

const Start = ({ wallet, isMain, setStep }: StepProps) => {
  const { isBusy, fault, press } = useWork();
  const { kit = null } = wallet.info;
  const { proof } = wallet;
  return (
    <>
      <p className="text-sm">
        A file and a passphrase on paper. Together they give your wallet back, even without your e-mail, without Tribe
        and without a network.
      </p>
      <p className="text-sm text-muted">
        {kit ? `Kit ${kit.number} was tried on ${dateTime(kit.triedAt)}.` : "You haven't tried one yet."}
      </p>
      {proof === null ? (
        <FreshProof wallet={wallet} what="A kit" />
      ) : (
        <>
          <Fault message={fault} />
          <Button
            variant={isMain ? "primary" : "secondary"}
            busy={isBusy}
            onClick={press(async () => {
              const wait = await requestKey(wallet, "kit", proof);
              try {
                setStep({ kind: "made", kit: await makeRecoveryKit(wallet, proof) });
              } catch (thrown) {
                if (!(thrown instanceof ApiError) || thrown.code !== "wait_not_over") throw thrown;
                setStep({ kind: "waiting", wait });
                wallet.refresh();
              }
            })}
          >
            Make a recovery kit
          </Button>
        </>
      )}
      <Button variant="ghost" className="self-start" onClick={trusted(() => setStep({ kind: "try" }))}>
        Check a kit that I have
      </Button>
    </>
  );
};

const Made = ({ kit, isMain, setStep }: Pick<StepProps, "isMain" | "setStep"> & { readonly kit: NewKit }) => {
  const [isSaved, setIsSaved] = useState(false);
  return (
    <>
      <p className="text-sm">
        <b>1. Write this passphrase down on paper.</b> It is shown this once, and nobody can tell it to you again.
      </p>
      <ol aria-label="Passphrase" className="grid grid-cols-4 gap-2 rounded-control bg-raised p-3 font-mono text-base">
        {kit.passphrase.split("-").map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the groups keep their places
          <li key={index} className="text-center tracking-wider">
            {group}
          </li>
        ))}
      </ol>
      <p className="text-sm">
        <b>2. Save the file</b>, away from the paper: on a stick, or at another place of yours. The restore page opens
        it without us.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant={isMain ? "primary" : "secondary"}
          className="flex-auto"
          onClick={trusted(() => {
            saveFile(`tribe-recovery-kit-${kit.number}.json`, kit.text, "application/json");
            setIsSaved(true);
          })}
        >
          Save the file
        </Button>
        <a
          className={`${buttonClasses("ghost")} flex-auto whitespace-nowrap border border-line-strong`}
          href="/generated/tribe-restore.html"
          download
        >
          Save the restore page
        </a>
      </div>
      <p className="text-sm">
        <b>3. Check it now.</b> Only a kit that was tried counts.
      </p>
      <Button disabled={!isSaved} onClick={trusted(() => setStep({ kind: "try" }))}>
        I have both: check my kit
      </Button>
    </>
  );
};
