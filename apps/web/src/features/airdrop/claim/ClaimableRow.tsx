import { Link } from "@tanstack/react-router";
import { classes } from "@tribe/ui";
import { Check } from "@tribe/ui/icons";
import { PersonAvatar } from "../../../shared/components/PersonAvatar.tsx";
import { showUnits } from "../token-amounts.ts";
import type { Claimable } from "./claim-run.ts";

const shortMint = (mint: string): string => `${mint.slice(0, 4)}…${mint.slice(-4)}`;

/** A token's name, or otherwise its symbol or address. */
export const claimableName = ({ name, symbol, mintAddress }: Claimable): string =>
  name ?? symbol ?? shortMint(mintAddress);

/** A formatted amount, in base units if the token's decimals are unknown. */
export const claimableAmount = (amount: bigint, { decimals }: Claimable): string =>
  decimals === null ? amount.toLocaleString("en") : showUnits(amount, decimals);

/** A claimable token with its senders and a checkbox. */
export const ClaimableRow = ({
  token,
  isChosen,
  onToggle,
}: {
  token: Claimable;
  isChosen: boolean;
  onToggle: () => void;
}) => {
  const { mintAddress, symbol, pfp, amount, authors } = token;
  return (
    <li className="flex flex-col">
      <label
        className={classes(
          "flex min-h-14 cursor-pointer items-center gap-3 rounded-control border border-line bg-raised px-4 py-2 has-checked:border-ember has-checked:bg-ember-soft has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-ember",
        )}
      >
        <input type="checkbox" className="peer sr-only" checked={isChosen} onChange={onToggle} />
        <PersonAvatar seed={mintAddress} src={pfp} name="" size={36} shape="token" />
        <span className="flex min-w-0 flex-1 flex-col">
          <span className="truncate text-sm font-semibold">{claimableName(token)}</span>
          <span className="truncate text-xs text-muted">
            {symbol === null ? "" : `${symbol} · `}
            {shortMint(mintAddress)}
          </span>
        </span>
        <span className="shrink-0 text-sm tabular-nums">{claimableAmount(amount, token)}</span>
        <Check aria-hidden size={18} className={isChosen ? "text-ember" : "invisible"} />
      </label>
      {authors.length > 0 ? (
        <p className="px-4 pt-1 text-xs text-muted">
          from{" "}
          {authors.map(({ address, displayName }, index) => (
            <span key={address}>
              {index > 0 ? ", " : ""}
              <Link to="/user/$address" params={{ address }} className="underline underline-offset-2">
                {displayName}
              </Link>
            </span>
          ))}
        </p>
      ) : null}
    </li>
  );
};
