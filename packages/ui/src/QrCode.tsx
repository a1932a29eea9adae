import encodeQr from "qr";
import { useMemo } from "react";

/** Black on white in both themes: cameras read it best. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const rows = useMemo(() => encodeQr(text, "raw", { border: 2 }), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
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
