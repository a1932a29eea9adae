import { useMutation } from "@tanstack/react-query";
import { mailCode, routes } from "@tribe/contract";
import { Button, TextField } from "@tribe/ui";
import { CodeField } from "@tribe/ui/code-field";
import { type FormEvent, useState } from "react";
import { setSession } from "../../shared/api/access.ts";
import { api } from "../../shared/api/api.ts";
import { wordsOf } from "../../shared/api/errors.ts";
import { DialogFrame } from "../../shared/dialogs/DialogFrame.tsx";
import type { DialogPropsByName } from "../../shared/dialogs/names.ts";
import { useConfig } from "../../shared/queries/config.ts";
import { type KeptSignIn, keepSignIn, readSignIn, resendSeconds } from "./kept-sign-in.ts";
import { ResendButton } from "./ResendButton.tsx";

/** Sign-in by e-mail: the address first, then the code. A reload at the code comes back to the code. */
export const SignInDialog = ({ title, description }: DialogPropsByName["signIn"]) => {
  const [kept, setKept] = useState(() => readSignIn(Date.now()));
  const [isAtCode, setAtCode] = useState(kept !== null);
  const keep = (next: KeptSignIn | null) => {
    keepSignIn(next);
    setKept(next);
    setAtCode(next !== null);
  };
  return kept && isAtCode ? (
    <DialogFrame
      title="Check your e-mail"
      description={
        <>
          We sent {mailCode.digits} digits to <b className="font-semibold break-words text-text">{kept.email}</b>
        </>
      }
    >
      <CodeStep kept={kept} onSent={keep} onBack={() => setAtCode(false)} />
    </DialogFrame>
  ) : (
    <DialogFrame title={title} description={description || `We'll e-mail you a ${mailCode.digits}-digit code.`}>
      <EmailStep kept={kept} onSent={keep} />
    </DialogFrame>
  );
};

const EmailStep = ({ kept, onSent }: { kept: KeptSignIn | null; onSent: (kept: KeptSignIn) => void }) => {
  const [email, setEmail] = useState(kept?.email ?? "");
  const start = useMutation({
    mutationFn: (address: string) => api(routes.identity.startEmail, { body: { email: address } }),
    onSuccess: (_, address) => onSent({ email: address, sentAt: Date.now() }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (start.isPending) return;
    const address = email.trim();
    // Its code is still on its way: another one would be refused, and this one is good.
    if (kept && kept.email === address && resendSeconds(kept, Date.now()) > 0) onSent(kept);
    else start.mutate(address);
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
  const [code, setCode] = useState("");
  const verify = useMutation({
    mutationFn: (digits: string) => api(routes.identity.verifyEmail, { body: { email: kept.email, code: digits } }),
    onSuccess: (session) => {
      keepSignIn(null);
      setSession(session);
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
        digits={mailCode.digits}
        value={code}
        onChange={change}
        error={verify.error ? sentencesOf(verify.error) : undefined}
      />
      <div className="-mx-3 flex items-center justify-between">
        <Button look="quiet" small onClick={onBack}>
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
      <Button look="main" type="submit" busy={verify.isPending || isDone} disabled={code.length < mailCode.digits}>
        Sign in
      </Button>
    </form>
  );
};

/** What happened and what to do, under the field: a code asked for too soon also says when. */
const sentencesOf = (error: unknown): string => {
  const { title, nextStep } = wordsOf(error);
  return title.endsWith(nextStep) ? title : `${title} ${nextStep}`;
};
