import type { Address as WalletAddress } from "@tribe/contract";
import { bandOf } from "@tribe/ui/band";
import { Address } from "../../shared/components/Address.tsx";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";
import { Sol } from "../../shared/components/Sol.tsx";
import { Worth } from "../../shared/fiat/Worth.tsx";
import { useBalance } from "../../shared/queries/chain.ts";

/** The person's wallet below the band with its address, the same as in the wallet's confirm views. */
export const WalletCard = ({
  name,
  seed,
  pfp,
  address,
}: {
  name: string;
  seed: string;
  pfp: string | null;
  address: WalletAddress;
}) => {
  const { data: balance } = useBalance(address);
  return (
    <section aria-label="Your wallet" className="overflow-hidden rounded-card border border-line-strong bg-bg">
      <div aria-hidden className="h-2" style={{ backgroundImage: bandOf(address) }} />
      <div className="flex items-center gap-4 p-4">
        <PersonAvatar seed={seed} src={pfp} name="" size={56} />
        <div className="min-w-0 flex-1">
          <p className="truncate font-semibold">
            <bdi>{name}</bdi>'s wallet
          </p>
          <Address address={address} />
        </div>
        <p className="flex flex-col items-end">
          <Sol lamports={balance ?? 0n} className="text-lg font-semibold" />
          <Worth lamports={balance ?? null} className="text-sm" />
        </p>
      </div>
    </section>
  );
};
