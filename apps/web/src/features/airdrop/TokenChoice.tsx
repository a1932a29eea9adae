import { classes } from "@tribe/ui";
import { useId } from "react";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";
import type { AirdropToken } from "./airdrop-queries.ts";
import { showUnits } from "./token-amounts.ts";

const shortMint = (mint: string): string => `${mint.slice(0, 4)}…${mint.slice(-4)}`;

/** The choice among the tokens that the person holds. */
export const TokenChoice = ({
  tokens,
  chosen,
  onChoose,
}: {
  tokens: readonly AirdropToken[];
  chosen: AirdropToken | null;
  onChoose: (token: AirdropToken) => void;
}) => {
  const name = useId();
  return (
    <fieldset className="flex max-h-64 flex-col gap-2 overflow-y-auto">
      <legend className="pb-2 text-sm font-semibold">Token</legend>
      {tokens.map((token) => {
        const { mintAddress, symbol, pfp, amount, decimals, refusal, tokenType } = token;
        return (
          <label
            key={mintAddress}
            className={classes(
              "flex min-h-14 items-center gap-3 rounded-control border border-line bg-raised px-4 py-2 has-checked:border-ember has-checked:bg-ember-soft has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-ember",
              refusal === null ? "cursor-pointer" : "cursor-not-allowed text-muted",
            )}
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={chosen?.mintAddress === mintAddress}
              disabled={refusal !== null}
              onChange={() => onChoose(token)}
            />
            <PersonAvatar seed={mintAddress} src={pfp} name="" size={36} shape="token" />
            <span className="flex min-w-0 flex-1 flex-col">
              <span className="truncate text-sm font-semibold">{token.name ?? symbol ?? shortMint(mintAddress)}</span>
              <span className={classes("text-xs text-muted", refusal === null && "truncate")}>
                {refusal ?? `${symbol === null ? "" : `${symbol} · `}${shortMint(mintAddress)} · ${tokenType}`}
              </span>
            </span>
            <span className="shrink-0 text-sm tabular-nums">{showUnits(amount, decimals)}</span>
          </label>
        );
      })}
    </fieldset>
  );
};
