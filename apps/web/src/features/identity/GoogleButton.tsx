import { useMutation } from "@tanstack/react-query";
import { routes } from "@tribe/contract";
import { Button } from "@tribe/ui";
import { api } from "../../shared/api/api.ts";
import { rememberSocialReturn } from "../../shared/links/social-return.ts";
import { returnPath } from "../../shared/navigation/return-path.ts";
import { GoogleMark } from "./GoogleMark.tsx";
import { sentencesOf } from "./sentences-of.ts";

/** Navigates to Google, which redirects back. `refusal`: why the last attempt failed. */
export const GoogleButton = ({ refusal }: { refusal: unknown }) => {
  const start = useMutation({
    mutationFn: () => api(routes.identity.startGoogle, {}),
    onSuccess: ({ authorizationUrl }) => {
      rememberSocialReturn(returnPath());
      location.assign(authorizationUrl);
    },
  });
  const error = start.error ?? (start.isIdle ? refusal : null);
  return (
    <div className="flex flex-col gap-2">
      <Button icon={<GoogleMark />} busy={start.isPending || start.isSuccess} onClick={() => start.mutate()}>
        Continue with Google
      </Button>
      {error ? (
        <p role="alert" className="text-sm text-down text-pretty">
          {sentencesOf(error)}
        </p>
      ) : null}
    </div>
  );
};
