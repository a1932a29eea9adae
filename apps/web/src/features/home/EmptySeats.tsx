import { Flame } from "@tribe/ui/flame";

/** Positions of the Chief and twelve seats in % of the stage, the same as `ringPlaces` computes them for a phone. */
const places = [
  [50, 17.8],
  [64.5, 20],
  [78.4, 27.3],
  [89.2, 43.8],
  [84.6, 66.1],
  [71.6, 77.1],
  [57.3, 81.7],
  [42.7, 81.7],
  [28.4, 77.1],
  [15.4, 66.1],
  [10.8, 43.8],
  [21.6, 27.3],
  [35.5, 20],
] as const;

/** The seats before their owners are loaded. */
export const EmptySeats = () => (
  <div aria-hidden className="relative size-full">
    {places.map(([left, top]) => (
      <span
        key={left}
        className="absolute size-10 -translate-1/2 rounded-full border-[1.5px] border-dashed border-line-strong bg-bg/55"
        style={{ left: `${left}%`, top: `${top}%` }}
      />
    ))}
    <span className="absolute top-1/2 left-1/2 -translate-1/2">
      <Flame size={40} />
    </span>
  </div>
);
