import { useMutation } from "@tanstack/react-query";
import { mailCode, routes } from "@tribe/contract";
import { Button, TextField } from "@tribe/ui";
import { type FormEvent, useState } from "react";
import { setSession } from "../../shared/api/access.ts";
import { api } from "../../shared/api/api.ts";
import { wordsOf } from "../../shared/api/errors.ts";
import { DialogFrame } from "../../shared/dialogs/DialogFrame.tsx";
import type { DialogPropsByName } from "../../shared/dialogs/names.ts";
import { useConfig } from "../../shared/queries/config.ts";
import { ResendButton } from "./ResendButton.tsx";

/** Sign-in by e-mail: the address first, then the mailed code. */
export const SignInDialog = ({ title, description }: DialogPropsByName["signIn"]) => {
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <DialogFrame
      title={title}
      description={
        sentTo
          ? `We sent ${mailCode.digits} digits to ${sentTo}.`
          : description || `We'll e-mail you a ${mailCode.digits}-digit code.`
      }
    >
      {sentTo ? <CodeStep email={sentTo} onBack={() => setSentTo(null)} /> : <EmailStep onSent={setSentTo} />}
    </DialogFrame>
  );
};

const EmailStep = ({ onSent }: { onSent: (email: string) => void }) => {
  const [email, setEmail] = useState("");
  const start = useMutation({
    mutationFn: (address: string) => api(routes.identity.startEmail, { body: { email: address } }),
    onSuccess: (_, address) => onSent(address),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!start.isPending) start.mutate(email.trim());
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
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
      <Button look="main" type="submit" busy={start.isPending} disabled={email.trim() === ""}>
        Send code
      </Button>
    </form>
  );
};

const CodeStep = ({ email, onBack }: { email: string; onBack: () => void }) => {
  const config = useConfig();
  const [code, setCode] = useState("");
  const verify = useMutation({
    mutationFn: (digits: string) => api(routes.identity.verifyEmail, { body: { email, code: digits } }),
    onSuccess: (session) => setSession(session),
  });
  const isDone = verify.isSuccess;
  const change = (text: string) => {
    const digits = text.replace(/\D/g, "").slice(0, mailCode.digits);
    setCode(digits);
    if (digits.length === mailCode.digits && digits !== code && !verify.isPending && !isDone) verify.mutate(digits);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!verify.isPending && !isDone && code.length === mailCode.digits) verify.mutate(code);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label="Code"
        name="code"
        large
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        value={code}
        onChange={(event) => change(event.target.value)}
        error={verify.error ? sentencesOf(verify.error) : undefined}
      />
      {config?.localMode ? (
        <p className="text-sm text-muted">
          Local mode: your e-mail is in the{" "}
          <a href={config.localMode.mailUrl} target="_blank" rel="noreferrer" className="underline underline-offset-2">
            inbox
          </a>
          .
        </p>
      ) : null}
      <Button look="main" type="submit" busy={verify.isPending || isDone} disabled={code.length < mailCode.digits}>
        Continue
      </Button>
      <div className="flex items-center justify-between">
        <Button look="quiet" small onClick={onBack}>
          Use another e-mail
        </Button>
        <ResendButton email={email} />
      </div>
    </form>
  );
};

/** What happened and what to do, under the field: a code asked for too soon also says when. */
const sentencesOf = (error: unknown): string => {
  const { title, nextStep } = wordsOf(error);
  return title.endsWith(nextStep) ? title : `${title} ${nextStep}`;
};
