import { useQuery } from "@tanstack/react-query";
import { livesQuery } from "../../../shared/live/lives.ts";
import { fullestLives } from "./fullest-lives.ts";
import { LiveCard } from "./LiveCard.tsx";

/** The live Tribes beside the list, where a session can begin or end without moving the list. */
export const LiveNow = () => {
  const { data: lives = [] } = useQuery(livesQuery);
  if (lives.length === 0) return null;
  return (
    <section aria-labelledby="live-now" className="border-b border-line px-5 pt-4 pb-5">
      <h2 id="live-now" className="flex min-h-8 items-center text-sm font-semibold">
        Live now
      </h2>
      <ul className="flex flex-col gap-3 pt-1">
        {fullestLives(lives).map((live) => (
          <li key={live.mint}>
            <LiveCard live={live} />
          </li>
        ))}
      </ul>
    </section>
  );
};
