import { creationProgress } from "@tribe/domain/machines";
import { Loading, Skeleton } from "@tribe/ui";
import { useState } from "react";
import { DialogFrame } from "../../shared/dialogs/DialogFrame.tsx";
import { dialogs } from "../../shared/dialogs/dialogs.ts";
import type { DialogPropsByName } from "../../shared/dialogs/names.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { creationTexts } from "../../shared/transactions/open-transactions.ts";
import { SafetyStep } from "../../shared/wallet/SafetyAsk.tsx";
import { CreationForm } from "./CreationForm.tsx";
import { TribeIsLive } from "./TribeIsLive.tsx";

/** "Create your Tribe": creates a token with a chat, with the person's name and picture. One per person. */
export const CreateTokenDialog = ({ title, firstBuy }: DialogPropsByName["createToken"]) => {
  const user = useLocalUser();
  const [amount, setAmount] = useState(firstBuy);
  const mint = user?.tokens[0]?.mint ?? null;
  return (
    <DialogFrame title={title}>
      {!user ? (
        <Loading label="Loading your profile">
          <Skeleton className="h-48" />
        </Loading>
      ) : mint !== null ? (
        <TribeIsLive user={user} mint={mint} status={creationProgress({ kind: "confirmed" })} />
      ) : (
        <SafetyStep address={user.address}>
          <CreationForm
            user={user}
            amount={amount}
            onAmount={setAmount}
            onSubmit={(wish) =>
              dialogs.open("createTokenTransaction", { ...creationTexts, title, wish }, { replace: true })
            }
          />
        </SafetyStep>
      )}
    </DialogFrame>
  );
};
