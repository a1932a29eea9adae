import { X } from "@tribe/ui/icons";

const radius = 20;
const around = 2 * Math.PI * radius;

/** How far a file's upload is, as a ring around a cross that stops it. */
export const ProgressRing = ({ name, progress, onStop }: { name: string; progress: number; onStop: () => void }) => (
  <button
    type="button"
    aria-label={`Stop sending ${name}`}
    onClick={onStop}
    className="pointer-events-auto relative flex size-11 items-center justify-center rounded-full bg-black/70 text-white backdrop-blur-md hover:bg-black/85"
  >
    <svg aria-hidden viewBox="0 0 44 44" className="absolute inset-0 size-full -rotate-90">
      <circle
        cx={22}
        cy={22}
        r={radius}
        fill="none"
        stroke="currentColor"
        strokeWidth={3}
        strokeLinecap="round"
        strokeDasharray={around}
        // A little of it from the beginning: it has been begun.
        strokeDashoffset={around * (1 - Math.max(0.04, progress))}
        className="transition-[stroke-dashoffset] duration-200 motion-reduce:transition-none"
      />
    </svg>
    <span
      role="progressbar"
      aria-label={`Upload of ${name}`}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(progress * 100)}
      className="sr-only"
    />
    <X aria-hidden size={18} />
  </button>
);
