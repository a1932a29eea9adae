import type { Address as WalletAddress } from "@tribe/contract";
import { Address } from "../../../shared/components/Address.tsx";
import { QrCode } from "../../../shared/components/QrCode.tsx";

/** The person's address for others: as a code to be photographed, and whole to be copied. */
export const ReceivePart = ({ address }: { address: WalletAddress }) => (
  <div className="flex flex-col items-center gap-4">
    <p className="self-start text-sm text-muted">Anyone can send SOL to this address on Solana.</p>
    <QrCode text={address} label="QR code of your address" />
    <Address address={address} full />
  </div>
);
