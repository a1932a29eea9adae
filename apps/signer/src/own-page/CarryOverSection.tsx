import type { Address } from "@tribe/contract";
import { Button, Spinner } from "@tribe/ui";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { carryOver, costOf, type MovePart, type PartState, partsOf } from "../moves/carry-over.ts";
import { isAllMoved, type LeftBehind, type LeftToken, readLeftBehind } from "../moves/left-behind.ts";
import { named, sol, wholeTokens } from "../signing/lines.ts";
import { Fault } from "../view/Fault.tsx";
import { Word } from "../view/parts.tsx";
import { trusted } from "../view/trusted.ts";
import { finishMove, openBothKeys } from "../wallet/move-wallet.ts";
import { toWalletError } from "../wallet/wallet-error.ts";
import type { OwnWallet } from "./own-wallet.ts";
import { Section } from "./Section.tsx";
import { useWork } from "./use-work.ts";

type State =
  | { readonly kind: "looking" }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "found"; readonly left: LeftBehind }
  | { readonly kind: "moving"; readonly parts: readonly MovePart[]; readonly states: readonly PartState[] };

interface CarryOverProps {
  readonly wallet: OwnWallet;
  /** The former wallet. */
  readonly from: Address;
  /** Its button is the page's main one. */
  readonly isMain: boolean;
}

/** Moves everything from the former wallet to the account's own, as long as the former key is kept. */
export const CarryOverSection = ({ wallet, from, isMain }: CarryOverProps) => {
  const [state, setState] = useState<State>({ kind: "looking" });
  const { isBusy, fault, press } = useWork();
  const { chain } = wallet;
  const look = useCallback(async (): Promise<LeftBehind> => {
    const { tribes } = await openBothKeys(wallet);
    return readLeftBehind(chain, { from, tribes, program: chain.program });
  }, [wallet, chain, from]);
  const lookAgain = useCallback(() => {
    setState({ kind: "looking" });
    look().then(
      (left) => setState({ kind: "found", left }),
      (thrown: unknown) => setState({ kind: "failed", message: toWalletError(thrown).message }),
    );
  }, [look]);
  useEffect(lookAgain, [lookAgain]);

  const moveAll = (left: LeftBehind) =>
    press(async () => {
      const parts = partsOf(left);
      const keys = await openBothKeys(wallet);
      setState({ kind: "moving", parts, states: parts.map(() => ({ kind: "waiting" })) });
      let isWhole = true;
      const onPart = (index: number, next: PartState) => {
        if (next.kind === "failed") isWhole = false;
        setState((known) =>
          known.kind === "moving"
            ? { ...known, states: known.states.map((state, at) => (at === index ? next : state)) }
            : known,
        );
      };
      await carryOver({ node: chain.node, program: chain.program, keys, parts, onPart });
      // Failed parts stay visible with their reason until the person checks again.
      if (isWhole) lookAgain();
    });

  return (
    <Section title="Your move to this wallet">
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
      {contentOf(state, { isBusy, fault, lookAgain, moveAll, finish: () => finishMove(wallet), press, wallet, isMain })}
    </Section>
  );
};

interface Calls extends Pick<ReturnType<typeof useWork>, "isBusy" | "fault" | "press"> {
  readonly lookAgain: () => void;
  readonly moveAll: (left: LeftBehind) => ReturnType<typeof trusted>;
  readonly finish: () => Promise<void>;
  readonly wallet: OwnWallet;
  readonly isMain: boolean;
}

const contentOf = (state: State, calls: Calls): ReactNode => {
  const { isBusy, fault, lookAgain, moveAll, finish, press, wallet, isMain } = calls;
  const again = (
    <Button variant="ghost" className="self-start" disabled={isBusy} onClick={trusted(lookAgain)}>
      Look again
    </Button>
  );
  switch (state.kind) {
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
            {state.parts.map((part, index) => (
              <PartLine key={keyOf(part)} part={part} state={state.states[index] ?? { kind: "waiting" }} />
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
      const parts = partsOf(left);
      const frozen = left.tokens.filter(({ isFrozen }) => isFrozen);
      if (isAllMoved(left))
        return (
          <>
            <p role="status" className="text-sm">
              <b>Nothing is left at your old wallet.</b> As long as something may still come there, keep its key: come
              back here and move it. Once you finish, Tribe forgets that key, and only a recovery kit that you made of
              the old wallet reaches what comes later.
            </p>
            <Fault message={fault} />
            <div className="flex flex-wrap gap-2">
              <Button
                busy={isBusy}
                onClick={press(async () => {
                  await finish();
                  wallet.refresh();
                })}
              >
                Finish, and forget the old key
              </Button>
              {again}
            </div>
          </>
        );
      return (
        <>
          <ul className="flex flex-col gap-2 text-sm">
            {parts.map((part) => (
              <PartLine key={keyOf(part)} part={part} state={null} />
            ))}
            {frozen.map((token) => (
              <li key={token.account} className="wrap-anywhere">
                <TokenWords token={token} />: its issuer has frozen it, so that nobody can move it. The old key is kept.
              </li>
            ))}
          </ul>
          <Fault message={fault} />
          {parts.length === 0 ? null : (
            <>
              <p className="text-sm text-muted">Network fees: at most {sol(costOf(parts))}.</p>
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

const keyOf = (part: MovePart): string => {
  switch (part.kind) {
    case "tribe":
      return part.tribe.mint;
    case "token":
      return part.token.account;
    case "sol":
      return "sol";
  }
};

const stateWords: Readonly<Record<Exclude<PartState["kind"], "failed">, string>> = {
  waiting: "Next",
  moving: "Moving...",
  moved: "Moved",
};

const PartLine = ({ part, state }: { readonly part: MovePart; readonly state: PartState | null }) => (
  <li className="flex flex-col gap-1 border-b border-line pb-2">
    <span className="flex items-baseline justify-between gap-3">
      <span className="min-w-0 wrap-anywhere">
        <PartWords part={part} />
      </span>
      {state === null || state.kind === "failed" ? null : (
        <b className={`shrink-0 ${state.kind === "moved" ? "text-up" : "text-muted"}`}>{stateWords[state.kind]}</b>
      )}
    </span>
    {state?.kind === "failed" ? <span className="text-down">{state.message}</span> : null}
  </li>
);

const PartWords = ({ part }: { readonly part: MovePart }) => {
  switch (part.kind) {
    case "sol":
      return <>{sol(part.lamports)}, all of it, after the fees</>;
    case "token":
      return <TokenWords token={part.token} />;
    case "tribe":
      return (
        <>
          You as Chief of <Named texts={part.tribe.texts} mint={part.tribe.mint} />, with what it has earned for you
        </>
      );
  }
};

const TokenWords = ({ token }: { readonly token: LeftToken }) => (
  <>
    {token.units === 0n ? "An empty account of" : `${wholeTokens(token.units, token.decimals)} of`}{" "}
    <Named texts={token.texts} mint={token.mint} />
  </>
);

/** A token by the texts of its mint, which are untrusted, and its whole address. */
const Named = ({ texts, mint }: Pick<LeftToken, "texts" | "mint">) => (
  <>
    {texts
      ? named(texts).map((word, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the words keep their places
          <Word key={index} word={word} />
        ))
      : null}{" "}
    <span className="font-mono text-xs text-muted">{mint}</span>
  </>
);
