import type { Address } from "@tribe/contract";
import { Button, Spinner } from "@tribe/ui";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { longDayOf } from "../date-time.ts";
import { type FormerWalletAssets, isAllMoved, readFormerWalletAssets } from "../moves/former-wallet-assets.ts";
import { costOf, type MoveStep, moveAssets, type StepState, stepsOf } from "../moves/move-assets.ts";
import { sol } from "../signing/lines.ts";
import { Fault } from "../view/Fault.tsx";
import { trusted } from "../view/trusted.ts";
import { finishMove, openBothKeys } from "../wallet/move-wallet.ts";
import { toWalletError } from "../wallet/wallet-error.ts";
import { claimWords, keyOf, StepLine, stayWords, TokenWords } from "./MoveLines.tsx";
import type { OwnWallet } from "./own-wallet.ts";
import { Section } from "./Section.tsx";
import { useWork } from "./use-work.ts";

type State =
  /** Of a finished move: nobody has asked yet. */
  | { readonly kind: "idle" }
  | { readonly kind: "looking" }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "found"; readonly left: FormerWalletAssets }
  | { readonly kind: "moving"; readonly steps: readonly MoveStep[]; readonly states: readonly StepState[] };

interface CarryOverProps {
  readonly wallet: OwnWallet;
  /** The former wallet. */
  readonly from: Address;
  /** Until when the former key is kept, ms since 1970, once the move is finished; null before. */
  readonly keptUntil: number | null;
  /** Its button is the page's main one. */
  readonly isMain: boolean;
}

/** Moves everything from the former wallet to the account's own, as long as the former key is kept. */
export const MoveAssetsSection = ({ wallet, from, keptUntil, isMain }: CarryOverProps) => {
  const [state, setState] = useState<State>({ kind: keptUntil === null ? "looking" : "idle" });
  const { isBusy, fault, press } = useWork();
  const { chain } = wallet;
  const look = useCallback(async (): Promise<FormerWalletAssets> => {
    const { tribes, claims, now } = await openBothKeys(wallet);
    return readFormerWalletAssets(chain, { from, tribes, claims, now, program: chain.program });
  }, [wallet, chain, from]);
  const lookAgain = useCallback(() => {
    setState({ kind: "looking" });
    look().then(
      (left) => setState({ kind: "found", left }),
      (thrown: unknown) => setState({ kind: "failed", message: toWalletError(thrown).message }),
    );
  }, [look]);
  const isFinished = keptUntil !== null;
  useEffect(() => {
    if (!isFinished) lookAgain();
  }, [isFinished, lookAgain]);

  const moveAll = (left: FormerWalletAssets) =>
    press(async () => {
      const steps = stepsOf(left);
      const keys = await openBothKeys(wallet);
      setState({ kind: "moving", steps, states: steps.map(() => ({ kind: "waiting" })) });
      let isWhole = true;
      const onStep = (index: number, next: StepState) => {
        if (next.kind === "failed") isWhole = false;
        setState((known) =>
          known.kind === "moving"
            ? { ...known, states: known.states.map((state, at) => (at === index ? next : state)) }
            : known,
        );
      };
      await moveAssets({ node: chain.node, program: chain.program, keys, steps, onStep });
      // Failed steps stay visible with their reason until the person checks again.
      if (isWhole) lookAgain();
    });

  return (
    <Section
      title={keptUntil === null ? "Your move to this wallet" : `Your old wallet: kept until ${longDayOf(keptUntil)}`}
    >
      <dl className="flex flex-col gap-2 text-sm">
        <div>
          <dt className="text-muted">From your old wallet</dt>
          <dd className="font-mono wrap-anywhere">{from}</dd>
        </div>
        <div>
          <dt className="text-muted">To your new wallet, which your account has already</dt>
          <dd className="font-mono wrap-anywhere">{wallet.info.address}</dd>
        </div>
      </dl>
      {contentOf(state, {
        ...{ isBusy, fault, lookAgain, moveAll, press, wallet, isMain, isFinished },
        finish: () => finishMove(wallet),
      })}
    </Section>
  );
};

interface Calls extends Pick<ReturnType<typeof useWork>, "isBusy" | "fault" | "press"> {
  readonly lookAgain: () => void;
  readonly moveAll: (left: FormerWalletAssets) => ReturnType<typeof trusted>;
  readonly finish: () => Promise<void>;
  readonly wallet: OwnWallet;
  readonly isMain: boolean;
  readonly isFinished: boolean;
}

const contentOf = (state: State, calls: Calls): ReactNode => {
  const { isBusy, fault, lookAgain, moveAll, finish, press, wallet, isMain, isFinished } = calls;
  const again = (
    <Button variant="ghost" className="self-start" disabled={isBusy} onClick={trusted(lookAgain)}>
      Look again
    </Button>
  );
  switch (state.kind) {
    case "idle":
      return (
        <>
          <p className="text-sm">
            You finished this move. If something came to your old wallet since then, you can still move it from here.
            After that day Tribe deletes the old key.
          </p>
          <Button className="self-start" onClick={trusted(lookAgain)}>
            Look what is there
          </Button>
        </>
      );
    case "looking":
      return (
        <p role="status" className="flex items-center gap-3 text-sm text-muted">
          <Spinner />
          Looking what is at your old wallet...
        </p>
      );
    case "failed":
      return (
        <>
          <Fault message={state.message} />
          {again}
        </>
      );
    case "moving":
      return (
        <>
          <ul aria-live="polite" className="flex flex-col gap-2 text-sm">
            {state.steps.map((step, index) => (
              <StepLine key={keyOf(step)} step={step} state={state.states[index] ?? { kind: "waiting" }} />
            ))}
          </ul>
          {isBusy ? (
            <p className="text-sm text-muted">
              Leave this page open. If it closes, nothing is lost: open it again and go on.
            </p>
          ) : (
            again
          )}
        </>
      );
    case "found": {
      const { left } = state;
      const steps = stepsOf(left);
      const staying = left.tokens.filter(({ stays }) => stays !== null);
      if (isAllMoved(left))
        return (
          <>
            <p role="status" className="text-sm">
              <b>Nothing is left at your old wallet:</b> no SOL, no tokens, no Tribe, no airdrop. This page doesn't see
              staked SOL or what is in other apps.
              {isFinished
                ? null
                : " Once you finish, Tribe keeps the old key for 30 days more, then deletes it. After that only a recovery kit that you made of the old wallet reaches what comes there."}
            </p>
            <Fault message={fault} />
            <div className="flex flex-wrap gap-2">
              {isFinished ? null : (
                <Button
                  busy={isBusy}
                  onClick={press(async () => {
                    await finish();
                    wallet.refresh();
                  })}
                >
                  Finish this move
                </Button>
              )}
              {again}
            </div>
          </>
        );
      return (
        <>
          <ul className="flex flex-col gap-2 text-sm">
            {steps.map((step) => (
              <StepLine key={keyOf(step)} step={step} state={null} />
            ))}
            {staying.map((token) => (
              <li key={token.account} className="wrap-anywhere">
                <TokenWords token={token} />: {token.stays === null ? null : stayWords[token.stays]}
              </li>
            ))}
            {left.claims === 0 ? null : <li>{claimWords(left.claims)}</li>}
          </ul>
          {isFinished || (staying.length === 0 && left.claims === 0) ? null : (
            <p className="text-sm text-muted">As long as something can't be moved, the old key is kept.</p>
          )}
          <Fault message={fault} />
          {steps.length === 0 ? null : (
            <>
              <p className="text-sm text-muted">Network fees: at most {sol(costOf(steps))}.</p>
              <Button variant={isMain ? "primary" : "secondary"} busy={isBusy} onClick={moveAll(left)}>
                Move all of it
              </Button>
            </>
          )}
          {again}
        </>
      );
    }
  }
};
