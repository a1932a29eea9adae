import { announceArrival } from "../channel/arrival.ts";
import { restoreFromKit } from "../wallet/own-key.ts";
import { KitForm } from "./KitForm.tsx";
import type { OwnWallet } from "./own-wallet.ts";
import { Section } from "./Section.tsx";

/** Brings the wallet to this browser with a kit. */
export const RestoreSection = ({ wallet }: { readonly wallet: OwnWallet }) => (
  <Section title="Your wallet isn't in this browser yet">
    <p className="text-sm">
      Bring it here with your recovery kit. File and passphrase stay on this page; nothing of them is sent.
    </p>
    <KitForm
      action="Bring it here"
      onOpen={async (text, passphrase) => {
        await restoreFromKit(wallet, text, passphrase);
        announceArrival();
        wallet.refresh();
      }}
    />
    <p className="text-sm text-muted">
      Without a kit, ask for an e-mailed link in Tribe: sign in there and use your wallet.
    </p>
  </Section>
);
