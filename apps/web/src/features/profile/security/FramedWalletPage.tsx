import { readHandedOverFragment } from "@tribe/contract";
import { partitionTexts } from "@tribe/domain/words";
import { ShieldCheck } from "@tribe/ui/icons";
import { useEffect, useRef, useState } from "react";
import { SignedInPage } from "../../../shared/components/SignedInPage.tsx";
import { useWallet, type WalletFailure } from "../../../shared/wallet/wallet.ts";
import { OwnPageLink } from "./OwnPageLink.tsx";

const title = "Your wallet's own page";

/**
 * Holds the wallet's own page in a frame, where the browser keeps the wallet's storage apart from a window of the wallet's own (decision
 * 0231). That window leads here; what it gives the frame is sealed for the frame.
 */
export const FramedWalletPage = () => (
  <SignedInPage
    title={title}
    backTo="/you/security"
    invitation={{ icon: <ShieldCheck size={24} />, message: "Sign in to open your wallet's own page." }}
  >
    <Contents />
  </SignedInPage>
);

const Contents = () => {
  const { WalletFrame, retry } = useWallet();
  const [handedOver] = useState(() => readHandedOverFragment(location.hash));
  const [failure, setFailure] = useState<WalletFailure | null>(null);
  const latest = useRef(retry);
  latest.current = retry;
  // The frame may have brought the wallet to this browser.
  useEffect(() => () => latest.current(), []);
  if (handedOver !== null && failure === null)
    return <WalletFrame request={{ method: "ownPage", handedOver }} onError={setFailure} />;
  return (
    <>
      <p className="text-sm text-pretty" role={failure ? "alert" : undefined}>
        {failure?.message ?? partitionTexts.reopen}
      </p>
      <OwnPageLink />
    </>
  );
};
