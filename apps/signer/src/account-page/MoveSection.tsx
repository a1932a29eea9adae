import { ApiError } from "@tribe/contract";
import { Button } from "@tribe/ui";
import { useState } from "react";
import { dateTime } from "../date-time.ts";
import { Fault } from "../view/Fault.tsx";
import { moveToNewWallet } from "../wallet/move-wallet.ts";
import { type KeyWait, requestKey } from "../wallet/own-key.ts";
import { FreshProof } from "./FreshProof.tsx";
import type { OwnWallet } from "./own-wallet.ts";
import { Section } from "./Section.tsx";
import { useWork } from "./use-work.ts";

/** Moves the account to a new wallet. `MoveAssetsSection`, which then appears on this page, moves what the old one owns. */
export const MoveSection = ({
  wallet,
  keptUntil,
}: {
  readonly wallet: OwnWallet;
  /** Until when the key of the wallet before is kept, ms since 1970; null when it is not. */
  readonly keptUntil: number | null;
}) => {
  const [wait, setWait] = useState<KeyWait | null>(null);
  const { isBusy, fault, press } = useWork();
  const { proof, info } = wallet;
  return (
    <Section title="Move to a new wallet">
      {info.move ? (
        <p className="text-sm wrap-anywhere text-muted">
          You moved here from {info.move.from} on {dateTime(info.move.at)}.
          {keptUntil === null ? null : " Its key is kept for now; if you move again, Tribe deletes it then."}
        </p>
      ) : null}
      {wait ? (
        <p role="status" className="text-sm">
          You can move from <b>{dateTime(wait.readyAt)}</b> on, in this browser. We told you by mail: a day is time
          enough to stop somebody else. Come back then, by a new link.
        </p>
      ) : (
        <>
          <p className="text-sm">
            For when somebody may have got at your key. Your account gets a new wallet with another address, and then
            you move what you own there.
          </p>
          <ul className="flex list-disc flex-col gap-1 pl-5 text-sm">
            <li>
              <b>Moves:</b> SOL, tokens, and your Tribes with what they have earned. It costs network fees, about
              0.00001 SOL for each of them.
            </li>
            <li>
              <b>Stays yours:</b> your name, connected accounts and messages, and your seats, which go with the tokens.
            </li>
            <li>
              <b>Doesn't move:</b> airdrops that you haven't claimed, so claim them first; money that is on its way to
              the old address. Trades and earnings of before are listed under the old address.
            </li>
            <li>
              <b>Begins anew:</b> passkeys, this browser's lock and the recovery kit are of the old wallet. Until you
              have new ones, a mailed link brings the new wallet back, to your other browsers, too.
            </li>
          </ul>
          {proof === null ? (
            <FreshProof wallet={wallet} what="A move" />
          ) : (
            <>
              <Fault message={fault} />
              <Button
                busy={isBusy}
                className="self-start"
                onClick={press(async () => {
                  const asked = await requestKey(wallet, "move", proof);
                  try {
                    await moveToNewWallet(wallet, proof);
                  } catch (thrown) {
                    if (!(thrown instanceof ApiError) || thrown.code !== "wait_not_over") throw thrown;
                    setWait(asked);
                  }
                  wallet.refresh();
                })}
              >
                Make my new wallet
              </Button>
            </>
          )}
        </>
      )}
    </Section>
  );
};
