import { texts } from "@tribe/domain/words";
import encodeQr from "qr";
import { useMemo } from "react";
import { Address } from "../../shared/components/Address.tsx";
import { DialogFrame } from "../../shared/dialogs/DialogFrame.tsx";
import type { DialogPropsByName } from "../../shared/dialogs/names.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";

/** The person's address for others: as a code to be photographed, and whole to be copied. */
export const ReceiveDialog = ({ title }: DialogPropsByName["receive"]) => {
  const address = useLocalUser()?.address ?? null;
  return (
    <DialogFrame title={title} description="Anyone can send SOL to this address on Solana.">
      {address ? (
        <div className="flex flex-col items-center gap-4">
          <QrCode text={address} />
          <Address address={address} full />
        </div>
      ) : (
        <p className="text-sm text-muted">{texts.walletNotReady}</p>
      )}
    </DialogFrame>
  );
};

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
