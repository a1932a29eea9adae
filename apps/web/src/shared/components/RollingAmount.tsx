import { classes } from "@tribe/ui";
import { useEffect, useRef, useState } from "react";

/**
 * A figure whose changed digits roll in, each in its own column; nothing rolls when it first appears. The unit stands smaller
 * behind it. Read aloud as one figure. Digits are keyed from the right, so that an additional digit on the left moves nothing.
 */
export const RollingAmount = ({ text, unit }: { text: string; unit: string }) => {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
  }, []);
  return (
    <span className="tabular-nums">
      <span className="sr-only">
        {text} {unit}
      </span>
      <span aria-hidden>
        <span className="whitespace-nowrap">
          {[...text].map((character, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place, and a digit that changes is another one
            <Digit key={`${text.length - index} ${character}`} character={character} rolls={isShown.current} />
          ))}
        </span>
        <span className="text-lg font-medium text-muted"> {unit}</span>
      </span>
    </span>
  );
};

/** @param rolls whether it replaces another digit; fixed on mount, as the motion must not begin later */
const Digit = ({ character, rolls }: { character: string; rolls: boolean }) => {
  const [isNew] = useState(rolls);
  return <span className={classes("inline-block", isNew && "animate-roll")}>{character}</span>;
};
