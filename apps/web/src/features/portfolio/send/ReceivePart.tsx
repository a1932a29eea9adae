import type { Address as WalletAddress } from "@tribe/contract";
import encodeQr from "qr";
import { useMemo } from "react";
import { Address } from "../../../shared/components/Address.tsx";

/** The person's address for others: as a code to be photographed, and whole to be copied. */
export const ReceivePart = ({ address }: { address: WalletAddress }) => (
  <div className="flex flex-col items-center gap-4">
    <p className="self-start text-sm text-muted">Anyone can send SOL to this address on Solana.</p>
    <QrCode text={address} />
    <Address address={address} full />
  </div>
);

/** Black on white in either theme: cameras read no other as well. */
const QrCode = ({ text }: { text: string }) => {
  const rows = useMemo(() => encodeQr(text, "raw", { border: 2 }), [text]);
  return (
    <svg
      role="img"
      aria-label="QR code of your address"
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className="w-full max-w-56 rounded-card bg-white"
    >
      <path
        fill="#000"
        d={rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("")}
      />
    </svg>
  );
};
