import { ShieldCheck } from "lucide-react";
import { SignedInPage } from "../../../shared/components/SignedInPage.tsx";
import { SessionList } from "./SessionList.tsx";
import { WalletSafety } from "./WalletSafety.tsx";

/** Who can use the account, and from where. */
export const SecurityPage = () => (
  <SignedInPage
    title="Security"
    invitation={{ icon: <ShieldCheck size={24} />, message: "Sign in to see where your account is open." }}
  >
    <SessionList />
    <WalletSafety />
  </SignedInPage>
);
