import { Button } from "@tribe/ui";
import { passkeysInForce } from "../passkeys/recover-by-passkey.ts";
import { Fault } from "../view/Fault.tsx";
import { proveByPasskey } from "../wallet/recovery-email.ts";
import { MailedProof } from "./MailedProof.tsx";
import type { OwnWallet } from "./own-wallet.ts";
import { useWork } from "./use-work.ts";

/** Asks for a proof that the owner is present: a passkey's touch, or a mailed link while mails are allowed. */
export const FreshProof = ({ wallet, what }: { readonly wallet: OwnWallet; readonly what: string }) => {
  const { isBusy, fault, press } = useWork();
  const { info, authenticator } = wallet;
  const canTouch = authenticator.isThere() && passkeysInForce(info).length > 0;
  const canMail = info.recovery === "mail_link";
  return (
    <>
      {canTouch ? (
        <>
          <p className="text-sm">{what} starts with a touch of your passkey.</p>
          <Fault message={fault} />
          <Button
            busy={isBusy}
            className="self-start"
            onClick={press(async () => wallet.prove(await proveByPasskey(wallet)))}
          >
            Use my passkey
          </Button>
        </>
      ) : null}
      {canMail ? <MailedProof wallet={wallet} what={canTouch ? "Without it, it" : what} /> : null}
      {canTouch || canMail ? null : (
        <p className="text-sm">{what} starts with a touch of your passkey. Open this page where you have it.</p>
      )}
    </>
  );
};
