import { useQuery } from "@tanstack/react-query";
import { type Lamports, lamports, type TokenProfile, unitsPerToken } from "@tribe/contract";
import { gainFigures, valueOfKnown } from "@tribe/domain/gains";
import { type Cost, costQuery } from "../queries/costs.ts";
import { GainChange } from "./GainChange.tsx";
import { unknownAmount } from "./unknown-words.ts";

/**
 * What somebody paid for what they hold of a Tribe, with the gain at today's price, and what their sales have brought so far. For
 * who holds some; it keeps the room of its first line while it loads.
 */
export const HoldingGain = ({ token, className }: { token: TokenProfile; className?: string }) => {
  const { data: cost } = useQuery(costQuery(token.mint));
  const realised = cost?.realised;
  const unknown = cost ? unknownAmount(cost, token.symbol) : null;
  return (
    <div className={`flex min-h-lh flex-col gap-0.5 text-sm text-muted ${className ?? ""}`}>
      {cost && cost.known > 0n ? <Unrealised cost={cost} price={token.price} /> : null}
      {unknown ? <p>Cost unknown for {unknown}</p> : null}
      {realised && realised.received + realised.cost > 0n ? (
        <p>
          From sales so far: <GainChange figures={gainFigures(realised.received, realised.cost)} />
        </p>
      ) : null}
    </div>
  );
};

const Unrealised = ({ cost: { amount, known, cost }, price }: { cost: Cost; price: Lamports }) => {
  const worth = valueOfKnown({ units: amount, known }, lamports((amount * price) / unitsPerToken));
  const figures = gainFigures(worth, cost);
  return (
    <p>
      {cost === 0n ? "It cost you nothing" : `You paid ${figures.paid} SOL`}, worth {figures.worth}:{" "}
      <GainChange figures={figures} />
    </p>
  );
};
