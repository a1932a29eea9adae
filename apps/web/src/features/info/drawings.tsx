import { Flame, RingedFace } from "@tribe/ui/seats";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";

/** Eight faces around a fire. */
export const SeatsDrawing = () => (
  <span className="absolute inset-0 bg-[radial-gradient(closest-side,color-mix(in_oklch,var(--tribe-glow)_44%,transparent),transparent)]">
    <span className="absolute top-1/2 left-1/2 -translate-1/2">
      <Flame size={18} />
    </span>
    {faces.map(({ seed, left, top }) => (
      <span key={seed} className="absolute -translate-1/2" style={{ left: `${left}%`, top: `${top}%` }}>
        <RingedFace size={18} margin={1}>
          <PersonAvatar seed={seed} src={null} name="" size={14} />
        </RingedFace>
      </span>
    ))}
  </span>
);

/** Positions clockwise from the top, on an ellipse that fits into the frame at both widths. */
const faces = ["ash", "bay", "cedar", "dune", "elm", "fern", "gorse", "hazel"].map((seed, index, all) => {
  const angle = (2 * Math.PI * index) / all.length - Math.PI / 2;
  return { seed, left: 50 + 36 * Math.cos(angle), top: 50 + 35 * Math.sin(angle) };
});

const line =
  "M3 39 L10 41 L17 32 L25 22 L32 20 L39 13 L46 6 L53 3 L57 9 L61 14 L68 14 L75 21 L82 19 L86 24 L90 19 L93 14";

/** A price that rises by buying. */
export const CurveDrawing = () => (
  <svg aria-hidden="true" viewBox="0 0 96 44" className="w-4/5 text-up">
    <path d={`${line} V44 H3 Z`} className="fill-current opacity-15" />
    <path d={line} className="fill-none stroke-current" strokeWidth="1.5" strokeLinejoin="round" />
    <circle cx="93" cy="14" r="2" className="fill-current" />
  </svg>
);

/** Holdings side by side, with the line of the amount that a seat needs. */
export const LadderDrawing = () => (
  <svg aria-hidden="true" viewBox="0 0 96 44" className="w-4/5">
    {[36, 31, 28, 25, 22].map((height, index) => (
      <rect
        key={height}
        x={index * 19 + 1}
        y={44 - height}
        width="17"
        height={height}
        rx="2"
        className={index === 4 ? "fill-ember" : "fill-faint"}
      />
    ))}
    <path d="M0 26 H96" className="fill-none stroke-risk" strokeWidth="1.5" strokeDasharray="3 2" />
  </svg>
);
