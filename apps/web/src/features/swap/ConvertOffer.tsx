import type { TokenUnits } from "@tribe/contract";
import { formatAmount, formatNewTokens } from "@tribe/domain/money";
import { convertedUnits } from "@tribe/domain/pool";
import { Button } from "@tribe/ui";
import { ArrowRight } from "@tribe/ui/icons";
import type { DialogToken } from "../../shared/dialogs/names.ts";
import { openConversion } from "./open-conversion.ts";

/** Offers to convert the old tokens that the person still holds to new ones, at a fixed rate. */
export const ConvertOffer = ({
  token,
  held,
  rate,
}: {
  token: DialogToken;
  /** Old base units, above 0. */
  held: TokenUnits;
  rate: bigint;
}) => (
  <section aria-label="Convert your old tokens" className="flex flex-col gap-3 rounded-card bg-ember-soft p-3 text-sm">
    <p>You still hold tokens from before the migration. Convert them to swap them; they already count for your seat.</p>
    <p className="flex flex-wrap items-center gap-x-2 font-medium tabular-nums">
      {formatAmount(held)} {token.symbol} (old)
      <ArrowRight aria-label="become" size={16} />
      {formatNewTokens(convertedUnits(held, rate))} {token.symbol}
    </p>
    <Button small onClick={() => openConversion(token, held)}>
      Convert all
    </Button>
  </section>
);
