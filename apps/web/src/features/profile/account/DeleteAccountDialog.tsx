import { useMutation } from "@tanstack/react-query";
import { mailCode, routes } from "@tribe/contract";
import { digitsOf } from "@tribe/domain/money";
import { accountTexts } from "@tribe/domain/words";
import { Button } from "@tribe/ui";
import { CodeField } from "@tribe/ui/code-field";
import { type FormEvent, useState } from "react";
import { endSession } from "../../../shared/api/access.ts";
import { api } from "../../../shared/api/api.ts";
import { wordsOf } from "../../../shared/api/errors.ts";
import { ExactSol } from "../../../shared/components/Sol.tsx";
import { DialogFrame } from "../../../shared/dialogs/DialogFrame.tsx";
import { dialogs, useCloseThisDialog } from "../../../shared/dialogs/dialogs.ts";
import type { DialogPropsByName } from "../../../shared/dialogs/names.ts";
import { toast } from "../../../shared/notices/toast.ts";
import { useBalance } from "../../../shared/queries/chain.ts";
import { useLocalUser } from "../../../shared/queries/local-user.ts";

/** Deletes the account: says what is deleted and what stays, then asks for a mailed code, as a stolen session is not enough. */
export const DeleteAccountDialog = ({ title }: DialogPropsByName["deleteAccount"]) => {
  const close = useCloseThisDialog();
  const user = useLocalUser();
  const [email, setEmail] = useState<string | null>(null);
  const start = useMutation({
    mutationFn: async (to: string) => {
      await api(routes.account.startDeletion, {});
      return to;
    },
    onSuccess: setEmail,
  });
  const end = useMutation({
    mutationFn: (code: string) => api(routes.account.deleteAccount, { body: { code } }),
    onSuccess: () => {
      close();
      toast.success(accountTexts.deleted);
      endSession();
    },
  });
  return email === null ? (
    <DialogFrame title={title} busy={start.isPending}>
      <Consequences
        isBusy={start.isPending}
        error={start.error ? wordsOf(start.error).title : null}
        onGo={() => {
          if (user && !start.isPending) start.mutate(user.email);
        }}
      />
    </DialogFrame>
  ) : (
    <DialogFrame
      title="Check your e-mail"
      description={
        <>
          We sent {mailCode.digits} digits to <b className="font-semibold break-words text-text">{email}</b>. With them
          your account is deleted at once.
        </>
      }
      busy={end.isPending}
    >
      <CodeStep isBusy={end.isPending} error={end.error ? wordsOf(end.error).title : null} onCode={end.mutate} />
    </DialogFrame>
  );
};

const Consequences = ({ isBusy, error, onGo }: { isBusy: boolean; error: string | null; onGo: () => void }) => {
  const user = useLocalUser();
  const close = useCloseThisDialog();
  const { data: balance } = useBalance(user?.address ?? null);
  const [isUnderstood, setUnderstood] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isUnderstood && !isBusy) onGo();
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4 text-sm">
      {user?.address ? (
        <div className="flex flex-col items-start gap-2 rounded-control bg-risk-soft p-3">
          <p className="text-pretty">
            <b className="font-semibold">Nobody can open your wallet afterwards.</b> The server's part of its key is
            destroyed.
            {balance ? (
              <>
                {" "}
                Your wallet holds <ExactSol lamports={balance} />.
              </>
            ) : null}{" "}
            Send SOL and tokens away first, to a wallet of your own.
          </p>
          <Button small onClick={() => dialogs.open("sendReceive", { tab: "send" })}>
            Send
          </Button>
        </div>
      ) : null}
      <List
        heading="Goes"
        items={[
          "Your name, picture, bio, e-mail and linked accounts",
          "All sessions, and what the server has of your wallet",
          "Your seats, at once",
        ]}
      />
      <List
        heading="Stays"
        items={[
          "Your messages, shown as from a deleted account. Delete the ones you want gone first.",
          "Everything on chain: tokens, trades, your Tribe and its name",
          "Records of payments, without your name",
        ]}
      />
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          checked={isUnderstood}
          onChange={({ target }) => setUnderstood(target.checked)}
          className="size-5 shrink-0 accent-ember"
        />
        I understand that this can't be undone
      </label>
      {error ? (
        <p role="alert" className="text-down">
          {error}
        </p>
      ) : null}
      <div className="flex justify-end gap-2">
        <Button variant="ghost" disabled={isBusy} onClick={close}>
          Cancel
        </Button>
        <Button type="submit" variant="danger" busy={isBusy} disabled={!isUnderstood}>
          Mail me the code
        </Button>
      </div>
    </form>
  );
};

const List = ({ heading, items }: { heading: string; items: readonly string[] }) => (
  <section className="flex flex-col gap-1">
    <h3 className="font-semibold">{heading}</h3>
    <ul className="list-disc pl-5 text-muted">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  </section>
);

const CodeStep = ({
  isBusy,
  error,
  onCode,
}: {
  isBusy: boolean;
  error: string | null;
  onCode: (code: string) => void;
}) => {
  const [code, setCode] = useState("");
  const close = useCloseThisDialog();
  // Not sent by the code's last digit: an action that can't be undone takes a press.
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy && code.length === mailCode.digits) onCode(code);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <CodeField
        label="Code"
        autoFocus
        digits={mailCode.digits}
        value={code}
        digitsOf={digitsOf}
        onChange={setCode}
        error={error ?? undefined}
      />
      <div className="flex justify-end gap-2">
        <Button variant="ghost" disabled={isBusy} onClick={close}>
          Cancel
        </Button>
        <Button type="submit" variant="danger" busy={isBusy} disabled={code.length < mailCode.digits}>
          Delete my account
        </Button>
      </div>
    </form>
  );
};
