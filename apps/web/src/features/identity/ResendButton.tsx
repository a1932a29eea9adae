import { useMutation } from "@tanstack/react-query";
import { routes } from "@tribe/contract";
import { codeSentText } from "@tribe/domain/words";
import { Button } from "@tribe/ui";
import { useEffect, useState } from "react";
import { api } from "../../shared/api/api.ts";
import { wordsOf } from "../../shared/api/errors.ts";
import { toast } from "../../shared/notices/toast.ts";
import { type KeptSignIn, resendSeconds } from "./kept-sign-in.ts";

/** Requests another code, as often as the server allows; a reload does not restart the wait. */
export const ResendButton = ({ kept, onSent }: { kept: KeptSignIn; onSent: (kept: KeptSignIn) => void }) => {
  const [now, setNow] = useState(Date.now);
  const seconds = resendSeconds(kept, now);
  const isWaiting = seconds > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isWaiting]);
  const resend = useMutation({
    mutationFn: () => api(routes.identity.startEmail, { body: { email: kept.email } }),
    onSuccess: () => {
      const sentAt = Date.now();
      setNow(sentAt);
      onSent({ ...kept, sentAt });
      toast.success(codeSentText);
    },
    onError: (error) => toast.error(wordsOf(error).title),
  });
  return (
    <Button variant="ghost" small busy={resend.isPending} disabled={isWaiting} onClick={() => resend.mutate()}>
      {isWaiting ? `Resend in ${seconds} s` : "Resend code"}
    </Button>
  );
};
