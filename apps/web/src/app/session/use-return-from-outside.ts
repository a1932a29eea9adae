import { useRouter } from "@tanstack/react-router";
import { ApiError } from "@tribe/contract";
import { pageTexts } from "@tribe/domain/words";
import { useEffect } from "react";
import { access } from "../../shared/api/access.ts";
import { dialogs } from "../../shared/dialogs/dialogs.ts";
import { flow, flowStore } from "../../shared/flow/flow-store.ts";
import { googleReturn } from "../../shared/links/google-return.ts";
import { socialRefusal, takeSocialReturn } from "../../shared/links/social-return.ts";
import { toast } from "../../shared/notices/toast.ts";
import { refreshLocalUser } from "../../shared/queries/local-user.ts";
import { openCardOrder, rememberCardOrder } from "../../shared/storage/open-orders.ts";

/** Continues where the person left: after returning from X, Google, or the card's page. */
export const useReturnFromOutside = (): void => {
  const router = useRouter();
  useEffect(() => {
    // The sign-in dialog finishes it; the flow that led there is stored, unless it has expired.
    if (googleReturn.get() && !flowStore.get()) flow.start({ kind: "onboarding" });
    const url = new URL(location.href);
    const social = url.searchParams.get("social");
    if (social) {
      url.searchParams.delete("social");
      const own = `${url.pathname}${url.search}`;
      const left = takeSocialReturn();
      router.history.replace(social === "connected" ? own : (left ?? own));
      if (social === "connected") {
        toast.success(pageTexts.xConnected);
        void refreshLocalUser().catch(() => undefined); // shown by the next refresh
      } else {
        socialRefusal.set(new ApiError(social === "taken" ? "social_taken" : "social_denied"));
        // A flow opens the dialog by itself.
        if (access.get().session && !flowStore.get())
          dialogs.open("connectSocial", { title: "Connect social", description: "", canSkip: false });
      }
    }
    const orderId = openCardOrder();
    if (orderId && access.get().session) void pickUpOrder(orderId);
  }, [router]);
};

/** A finished order is deleted; an unfinished one is followed in the fund dialog, unless a flow shows it anyway. */
const pickUpOrder = async (orderId: string): Promise<void> => {
  const isOver = await import("./is-card-order-over.ts").then(
    ({ isCardOrderOver }) => isCardOrderOver(orderId),
    () => false, // the dialog asks again and shows what is wrong
  );
  if (isOver) rememberCardOrder(null);
  else if (!flowStore.get())
    dialogs.open("onboardingFund", { title: "Add SOL", description: "", lamportsRequired: null, canSkip: false });
};
