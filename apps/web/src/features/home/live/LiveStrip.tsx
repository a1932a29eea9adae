import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { livesQuery } from "../../../shared/live/lives.ts";
import { LiveCard } from "./LiveCard.tsx";
import { keepSlots } from "./live-slots.ts";

/**
 * The live Tribes above the list, side by side; on a phone the strip scrolls sideways. Sessions appear and disappear within its
 * fixed height, which index.html and `LiveStripPlace` reserve, so that the list does not shift.
 */
export const LiveStrip = () => {
  const { data: lives = [] } = useQuery(livesQuery);
  const [shown, setShown] = useState(() => keepSlots([], lives));
  const slots = keepSlots(shown, lives);
  if (slots !== shown) setShown(slots);
  return (
    <section
      aria-labelledby="live-strip"
      className="-mx-4 overflow-x-auto overscroll-x-contain px-4 [scrollbar-width:none] lg:mx-0 lg:px-0"
    >
      <h2 id="live-strip" className="sr-only">
        Live now
      </h2>
      {slots.length === 0 ? (
        <p className="flex h-27 items-center justify-center rounded-card border border-dashed border-line text-sm text-muted lg:h-30">
          Nobody is live any more.
        </p>
      ) : (
        <ul className="flex gap-3 lg:grid lg:grid-cols-3">
          {slots.map((slot) => {
            const live = lives.find(({ mint }) => mint === slot.mint);
            return (
              <li key={slot.mint} className="w-70 shrink-0 lg:w-auto">
                <LiveCard live={live ?? slot} hasEnded={!live} />
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
};
