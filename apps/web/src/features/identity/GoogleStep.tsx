import { useMutation } from "@tanstack/react-query";
import { routes } from "@tribe/contract";
import { Spinner } from "@tribe/ui";
import { useEffect, useRef } from "react";
import { setSession } from "../../shared/api/access.ts";
import { api } from "../../shared/api/api.ts";
import { type GoogleReturn, googleReturn } from "../../shared/links/google-return.ts";
import { type KeptSignIn, resendSeconds } from "./kept-sign-in.ts";

interface Props {
  readonly returned: GoogleReturn;
  /** A code that was already sent to an address. */
  readonly kept: KeptSignIn | null;
  readonly onCodeSent: (kept: KeptSignIn) => void;
  readonly onRefused: (error: unknown) => void;
}

/** Completes the return from Google: signs the person in, or first asks for a code that was mailed to them. */
export const GoogleStep = ({ returned, kept, onCodeSent, onRefused }: Props) => {
  const finish = useMutation({
    mutationFn: async (body: GoogleReturn) => {
      const answer = await api(routes.identity.finishGoogle, { body });
      if (answer.outcome === "signedIn") return answer;
      const { email } = answer;
      const now = Date.now();
      // A code was sent a moment ago and is valid: the server would refuse to send another one.
      const isFresh = kept?.email === email && resendSeconds(kept, now) > 0;
      if (!isFresh) await api(routes.identity.startEmail, { body: { email } });
      return { outcome: "codeSent", kept: { email, sentAt: isFresh ? kept.sentAt : now, linksGoogle: true } } as const;
    },
    onSuccess: (end) => {
      if (end.outcome === "signedIn") setSession(end.session, "google");
      else onCodeSent(end.kept);
    },
    onError: onRefused,
    // Discarded in any case, because Google's code works only once.
    onSettled: () => googleReturn.set(null),
  });
  const begun = useRef(false);
  const { mutate } = finish;
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    mutate(returned);
  }, [returned, mutate]);
  return (
    <div className="flex flex-col items-center gap-4 py-8 text-center">
      <span className="text-ember-text">
        <Spinner size={32} />
      </span>
      <p role="status">Signing you in…</p>
    </div>
  );
};
