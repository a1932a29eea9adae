import { useMutation } from "@tanstack/react-query";
import { mailCode, routes } from "@tribe/contract";
import { Button } from "@tribe/ui";
import { useEffect, useState } from "react";
import { api } from "../../shared/api/api.ts";
import { wordsOf } from "../../shared/api/errors.ts";
import { toast } from "../../shared/notices/toast.ts";

/** Asks for another code, not more often than the server lets us. */
export const ResendButton = ({ email }: { email: string }) => {
  const [seconds, setSeconds] = useState<number>(mailCode.resendSeconds);
  const isWaiting = seconds > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => setSeconds((left) => left - 1), 1_000);
    return () => clearInterval(timer);
  }, [isWaiting]);
  const resend = useMutation({
    mutationFn: () => api(routes.identity.startEmail, { body: { email } }),
    onSuccess: ({ resendAfterSeconds }) => {
      setSeconds(resendAfterSeconds);
      toast.success("We sent a new code");
    },
    onError: (error) => toast.error(wordsOf(error).title),
  });
  return (
    <Button look="quiet" small busy={resend.isPending} disabled={isWaiting} onClick={() => resend.mutate()}>
      {isWaiting ? `Resend in ${seconds} s` : "Resend code"}
    </Button>
  );
};
