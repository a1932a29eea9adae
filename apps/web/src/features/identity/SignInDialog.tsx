import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { mailCode, routes } from "@tribe/contract";
import { digitsOf } from "@tribe/domain/money";
import { keepsNothingText, sessionTexts } from "@tribe/domain/words";
import { Button, TextField } from "@tribe/ui";
import { CodeField } from "@tribe/ui/code-field";
import { type FormEvent, useState } from "react";
import { setSession } from "../../shared/api/access.ts";
import { api } from "../../shared/api/api.ts";
import { DialogFrame } from "../../shared/dialogs/DialogFrame.tsx";
import type { DialogPropsByName } from "../../shared/dialogs/names.ts";
import { googleReturn } from "../../shared/links/google-return.ts";
import { toast } from "../../shared/notices/toast.ts";
import { useConfig } from "../../shared/queries/config.ts";
import { useStore } from "../../shared/state/store.ts";
import { canStoreData } from "../../shared/storage/can-store-data.ts";
import { GoogleButton } from "./GoogleButton.tsx";
import { GoogleStep } from "./GoogleStep.tsx";
import { type KeptSignIn, keepSignIn, readSignIn, resendSeconds } from "./kept-sign-in.ts";
import { ResendButton } from "./ResendButton.tsx";
import { sentencesOf } from "./sentences-of.ts";

/**
 * Sign-in by e-mail, the address first, then the code, or with Google. A reload at the code returns to it, and the return from
 * Google continues the sign-in.
 */
export const SignInDialog = ({ title, description }: DialogPropsByName["signIn"]) => {
  const [kept, setKept] = useState(() => readSignIn(Date.now()));
  const [isAtCode, setAtCode] = useState(kept !== null);
  const [refusal, setRefusal] = useState<unknown>(null);
  const returned = useStore(googleReturn);
  const keep = (next: KeptSignIn | null) => {
    keepSignIn(next);
    setKept(next);
    setAtCode(next !== null);
  };
  if (returned)
    return (
      <DialogFrame title={title} busy>
        <GoogleStep
          returned={returned}
          kept={kept}
          onCodeSent={keep}
          onRefused={(error) => {
            setRefusal(error);
            setAtCode(false);
          }}
        />
      </DialogFrame>
    );
  return kept && isAtCode ? (
    <DialogFrame
      title="Check your e-mail"
      description={
        <>
          We sent {mailCode.digits} digits to <b className="font-semibold break-words text-text">{kept.email}</b>
          {kept.linksGoogle ? ". They show that the address is yours and link your Google account to it." : null}
        </>
      }
    >
      <CodeStep kept={kept} onSent={keep} onBack={() => setAtCode(false)} />
    </DialogFrame>
  ) : (
    <DialogFrame
      title={title}
      description={`${description === "" ? "" : `${description}. `}We'll e-mail you a ${mailCode.digits}-digit code.`}
    >
      <EmailStep kept={kept} onSent={keep} refusal={refusal} />
    </DialogFrame>
  );
};

interface EmailStepProps {
  kept: KeptSignIn | null;
  onSent: (kept: KeptSignIn) => void;
  refusal: unknown;
}

const EmailStep = ({ kept, onSent, refusal }: EmailStepProps) => {
  const hasGoogle = useConfig()?.signInMethods.includes("google") ?? false;
  const [email, setEmail] = useState(kept?.email ?? "");
  const [isKept] = useState(canStoreData);
  const start = useMutation({
    mutationFn: (address: string) => api(routes.identity.startEmail, { body: { email: address } }),
    onSuccess: (_, address) => onSent({ email: address, sentAt: Date.now() }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (start.isPending) return;
    const address = email.trim();
    // A code was sent a moment ago and is valid: the server would refuse to send another one.
    if (kept && kept.email === address && resendSeconds(kept, Date.now()) > 0)
      onSent({ email: address, sentAt: kept.sentAt });
    else start.mutate(address);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {isKept ? null : <p className="rounded-card bg-surface p-3 text-sm text-pretty">{keepsNothingText}</p>}
      <TextField
        label="E-mail"
        type="email"
        name="email"
        autoComplete="email"
        inputMode="email"
        required
        autoFocus
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={start.error ? sentencesOf(start.error) : undefined}
      />
      <Button variant="primary" type="submit" busy={start.isPending} disabled={email.trim() === ""}>
        Send code
      </Button>
      {hasGoogle ? (
        <>
          <p aria-hidden className="flex items-center gap-3 text-sm text-muted">
            <span className="h-px flex-1 bg-line" />
            or
            <span className="h-px flex-1 bg-line" />
          </p>
          <GoogleButton refusal={refusal} />
        </>
      ) : null}
    </form>
  );
};

const CodeStep = ({
  kept,
  onSent,
  onBack,
}: {
  kept: KeptSignIn;
  onSent: (kept: KeptSignIn) => void;
  onBack: () => void;
}) => {
  const config = useConfig();
  const navigate = useNavigate();
  const [code, setCode] = useState("");
  const verify = useMutation({
    mutationFn: (digits: string) =>
      kept.linksGoogle
        ? api(routes.identity.linkGoogle, { body: { code: digits } })
        : api(routes.identity.verifyEmail, { body: { email: kept.email, code: digits } }),
    onSuccess: (session) => {
      keepSignIn(null);
      setSession(session, kept.linksGoogle ? "google" : "email");
      // A person may add a way to sign in because they no longer trust another device.
      if (kept.linksGoogle)
        toast.success(sessionTexts.googleLinked, {
          description: sessionTexts.reviewDevices,
          action: { label: sessionTexts.reviewLabel, onClick: () => void navigate({ to: "/you/security" }) },
        });
    },
  });
  const isDone = verify.isSuccess;
  const change = (digits: string) => {
    setCode(digits);
    if (digits.length === mailCode.digits && digits !== code && !verify.isPending && !isDone) verify.mutate(digits);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!verify.isPending && !isDone && code.length === mailCode.digits) verify.mutate(code);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <CodeField
        label="Code"
        // The pressed button, which had the focus, was removed.
        autoFocus
        digits={mailCode.digits}
        value={code}
        digitsOf={digitsOf}
        onChange={change}
        error={verify.error ? sentencesOf(verify.error) : undefined}
      />
      <div className="-mx-3 flex items-center justify-between">
        <Button variant="ghost" small onClick={onBack}>
          Use another e-mail
        </Button>
        <ResendButton kept={kept} onSent={onSent} />
      </div>
      {config?.localMode ? (
        <p className="text-sm text-muted">
          Local mode: your e-mail is in the{" "}
          <a href={config.localMode.mailUrl} target="_blank" rel="noreferrer" className="underline underline-offset-2">
            inbox
          </a>
          .
        </p>
      ) : null}
      <Button
        variant="primary"
        type="submit"
        busy={verify.isPending || isDone}
        disabled={code.length < mailCode.digits}
      >
        Sign in
      </Button>
    </form>
  );
};
