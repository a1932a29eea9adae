import { emailSchema } from "@tribe/contract";
import { walletErrorTexts } from "@tribe/domain/words";
import { Button, TextField } from "@tribe/ui";
import { useState } from "react";
import { dateTime } from "../date-time.ts";
import { Fault } from "../view/Fault.tsx";
import { askForEmail } from "../wallet/recovery-email.ts";
import { WalletError } from "../wallet/wallet-error.ts";
import { FreshProof } from "./FreshProof.tsx";
import type { OwnWallet } from "./own-wallet.ts";
import { Section } from "./Section.tsx";
import { useWork } from "./use-work.ts";

/** Where the wallet's mails go, and how to replace that address. */
export const EmailSection = ({ wallet }: { readonly wallet: OwnWallet }) => {
  const { info, proof } = wallet;
  const { emailChange = null } = info;
  const [email, setEmail] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const { isBusy, fault, waitSeconds, press } = useWork();
  const send = press(async () => {
    if (proof === null) return;
    const next = emailSchema.safeParse(email);
    if (!next.success) throw new WalletError("refused", walletErrorTexts.notAnEmail);
    if (next.data === info.email) throw new WalletError("refused", walletErrorTexts.sameEmail);
    await askForEmail(wallet, next.data, proof);
    setIsOpen(false);
    wallet.refresh();
  });
  return (
    <Section title="Recovery address">
      <p className="text-sm break-words">
        {info.recovery === "mail_link" ? "A link that brings your wallet back is mailed to" : "Your wallet writes to"}{" "}
        <b>{info.email}</b>. You sign in with your account's address, whatever this one is.
      </p>
      {emailChange === null ? null : (
        <p role="status" className="text-sm break-words">
          {emailChange.from === null ? (
            <>
              We sent a link to <b>{emailChange.email}</b>. Open it <b>in this browser</b>, and the 72 hours begin.
            </>
          ) : (
            <>
              From <b>{dateTime(emailChange.from)}</b> on it is <b>{emailChange.email}</b>. Both addresses were told,
              and until then you can stop it above.
            </>
          )}
        </p>
      )}
      {!isOpen ? (
        <Button
          className="self-start"
          onClick={press(async () => {
            setEmail("");
            setIsOpen(true);
          })}
        >
          {emailChange === null ? "Change it" : "Use another one instead"}
        </Button>
      ) : proof === null ? (
        <FreshProof wallet={wallet} what="A change" />
      ) : (
        <form
          className="flex flex-col gap-3"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            send(event);
          }}
        >
          <TextField
            label="New address"
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            hint="We mail it a link. After that it takes 72 hours, in which the address before can stop it."
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
          <Fault message={fault} />
          <Button type="submit" busy={isBusy} disabled={email.trim() === "" || waitSeconds > 0}>
            {waitSeconds > 0 ? `Send the link in ${waitSeconds} s` : "Send the link"}
          </Button>
        </form>
      )}
    </Section>
  );
};
