import { Button } from "@tribe/ui";
import { useState } from "react";
import { Fault } from "../view/Fault.tsx";
import { mailProofLink } from "../wallet/own-key.ts";
import type { OwnWallet } from "./own-wallet.ts";
import { useWork } from "./use-work.ts";

/** Asks for the mailed link that the action below needs, so that access to this browser alone is not enough. */
export const MailedProof = ({ wallet, what }: { readonly wallet: OwnWallet; readonly what: string }) => {
  const { isBusy, fault, waitSeconds, press } = useWork();
  const [isMailed, setIsMailed] = useState(false);
  const label = isMailed ? "Send it again" : "E-mail me a link";
  return (
    <>
      <p role="status" className="text-sm break-words">
        {isMailed ? (
          <>
            We sent a link to <b>{wallet.info.email}</b>. Open it <b>in this browser</b>: it goes on from there.
          </>
        ) : (
          <>
            {what} starts with a link that we e-mail to <b>{wallet.info.email}</b>.
          </>
        )}
      </p>
      <Fault message={fault} />
      <Button
        busy={isBusy}
        disabled={waitSeconds > 0}
        className="self-start"
        onClick={press(async () => {
          await mailProofLink(wallet);
          setIsMailed(true);
        })}
      >
        {waitSeconds > 0 ? `${label} in ${waitSeconds} s` : label}
      </Button>
    </>
  );
};
