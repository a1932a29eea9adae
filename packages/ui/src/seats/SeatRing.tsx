import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { classes } from "../classes.ts";
import { FreeSeat, RingedFace, type RingedFaceProps } from "./RingedFace.tsx";
import { type RingPlace, ringPlaces } from "./ring.ts";

/** A person around the fire. */
export interface RingSeat extends Omit<RingedFaceProps, "size" | "children"> {
  readonly key: string;
  /** The accessible name: name, seat and holding. */
  readonly label: string;
  readonly picture: (size: number) => ReactNode;
  readonly onOpen: () => void;
}

/** Delay between the seats of a new ring, in milliseconds. */
const seatDelay = 40;

const stepOf = (key: string): number | null => {
  switch (key) {
    case "ArrowRight":
    case "ArrowDown":
      return 1;
    case "ArrowLeft":
    case "ArrowUp":
      return -1;
    default:
      return null;
  }
};

/** The way from the middle of the bottom edge, where a stage's door is, to a place. */
const fromDoor = ({ x, y, size }: RingPlace, stage: { readonly width: number; readonly height: number }) => ({
  "--from-x": `${stage.width / 2 - x}px`,
  "--from-y": `${stage.height + size / 2 - y}px`,
});

/**
 * The people of a Tribe around their fire. The Tab key stops once, arrow keys move between the seats, Enter opens a person. The
 * caller draws the middle.
 */
export const SeatRing = ({
  label,
  chief,
  seats,
  count,
  height,
  arrives = false,
  arriving = null,
  children,
}: {
  label: string;
  /** Null until the Chief is loaded. */
  chief: RingSeat | null;
  /** Taken seats, seat 1 first. */
  seats: readonly RingSeat[];
  /** Number of seats, including free ones. */
  count: number;
  /** Height of the stage, in CSS pixels. */
  height: number;
  /** Shows the seats one after the other, clockwise: for a ring that has just appeared. */
  arrives?: boolean;
  /** The key of somebody who has just taken their seat: they come to it from the door, at the bottom. */
  arriving?: string | null;
  children?: ReactNode;
}) => {
  const stage = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [stop, setStop] = useState(0);
  useLayoutEffect(() => {
    const element = stage.current;
    if (!element) return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const places = ringPlaces(count, { width, height });
  const people = chief ? [chief, ...seats] : seats;
  const placeOf = (index: number): RingPlace | undefined =>
    chief && index === 0 ? places.chief : places.seats[index - (chief ? 1 : 0)];
  const focused = Math.min(stop, Math.max(people.length - 1, 0));
  const walk = (event: KeyboardEvent) => {
    const step = stepOf(event.key);
    const to =
      event.key === "Home" ? 0 : event.key === "End" ? people.length - 1 : step === null ? null : focused + step;
    if (to === null) return;
    event.preventDefault();
    const next = (to + people.length) % people.length;
    setStop(next);
    stage.current?.querySelectorAll<HTMLElement>("button[data-seat]")[next]?.focus();
  };
  const table = { width: places.table.rx * 2, height: places.table.ry * 2 };
  return (
    <div
      ref={stage}
      data-stage
      className="relative shrink-0 overflow-hidden border-b border-line"
      style={{ height, background: "var(--tribe-stage)" }}
    >
      <span
        aria-hidden
        className="absolute top-1/2 left-1/2 -translate-1/2 rounded-[50%] border border-ember/25 bg-[radial-gradient(closest-side,color-mix(in_oklch,var(--tribe-glow)_34%,transparent),transparent_92%)]"
        style={table}
      />
      {width > 0 ? (
        <>
          <ul aria-label={label} onKeyDown={walk}>
            {people.map(({ key, label: accessibleName, picture, onOpen, ...face }, index) => {
              const place = placeOf(index);
              return place ? (
                <li
                  key={key}
                  className={classes(
                    "absolute -translate-1/2 transition-[left,top] duration-200",
                    key === arriving && "z-10 animate-take-seat",
                  )}
                  style={{ left: place.x, top: place.y, ...(key === arriving && fromDoor(place, { width, height })) }}
                >
                  <button
                    type="button"
                    data-seat
                    aria-label={accessibleName}
                    title={accessibleName}
                    tabIndex={index === focused ? 0 : -1}
                    onFocus={() => setStop(index)}
                    onClick={onOpen}
                    className="relative block rounded-full pointer-coarse:after:absolute pointer-coarse:after:-inset-0.5"
                  >
                    <RingedFace size={place.size} {...face}>
                      {picture(place.size)}
                    </RingedFace>
                  </button>
                </li>
              ) : null;
            })}
          </ul>
          {places.seats.slice(seats.length).map(({ x, y, size }, index) => (
            <span
              key={`${x} ${y}`}
              className={classes("absolute -translate-1/2", arrives && "animate-come-up")}
              style={{ left: x, top: y, animationDelay: arrives ? `${200 + index * seatDelay}ms` : undefined }}
            >
              <FreeSeat size={size} />
            </span>
          ))}
        </>
      ) : null}
      {children}
    </div>
  );
};
