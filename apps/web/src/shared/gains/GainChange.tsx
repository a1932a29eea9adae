import type { GainFigures } from "@tribe/domain/gains";
import { Change } from "@tribe/ui";

/** A gain or loss in SOL, and in percent of what was paid: its arrow, sign, colour and words all say which. */
export const GainChange = ({
  figures: { gain, percent, direction },
  className,
}: {
  figures: GainFigures;
  className?: string;
}) => (
  <Change
    direction={direction}
    text={`${gain} SOL${percent === null ? "" : `, ${percent}`}`}
    {...(className ? { className } : {})}
  />
);
