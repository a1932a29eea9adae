import { useRouter } from "@tanstack/react-router";
import { apiErrors } from "@tribe/contract";
import { useEffect } from "react";
import { toast } from "sonner";
import { access } from "../shared/access.ts";
import { dialogs } from "../shared/dialogs/dialogs.ts";
import { flowStore } from "../shared/flow/flow-store.ts";
import { openCardOrder } from "../shared/open-orders.ts";
import { refreshLocalUser } from "../shared/queries/local-user.ts";

/** Picks up where the person left: back from X, or from the card's page. */
export const useReturnFromOutside = (): void => {
  const router = useRouter();
  useEffect(() => {
    const url = new URL(location.href);
    const social = url.searchParams.get("social");
    if (social) {
      url.searchParams.delete("social");
      router.history.replace(`${url.pathname}${url.search}`);
      if (social === "connected") {
        toast.success("X account connected");
        void refreshLocalUser().catch(() => undefined); // shown by the next refresh
      } else if (social === "taken") toast.error(apiErrors.social_taken.message);
      else toast.error(apiErrors.social_denied.message);
    }
    if (openCardOrder() && !flowStore.get() && access.get().session)
      dialogs.open("onboardingFund", {
        title: "Add SOL",
        description: "",
        lamportsRequired: null,
        canSkip: false,
      });
  }, [router]);
};
