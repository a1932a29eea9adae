import type { FormerWalletToken, StayReason } from "../moves/former-wallet-assets.ts";
import type { MoveStep, StepState } from "../moves/move-assets.ts";
import { named, sol, wholeTokens } from "../signing/lines.ts";
import { Word } from "../view/parts.tsx";

/** Why an account stays. */
export const stayWords: Readonly<Record<StayReason, string>> = {
  frozen: "can't be moved, as its issuer has frozen it.",
  unreadable: "can't be moved from here, as this page can't read this kind of token.",
  closedByOther: "can't be closed from here, as only somebody else may.",
};

/** @param claims how many; null when nobody could say */
export const claimWords = (claims: number | null): string => {
  if (claims === null)
    return "Airdrops that weren't claimed: nobody could say whether there are any. Look again later.";
  return `${claims === 1 ? "An airdrop that wasn't claimed" : `${claims} airdrops that weren't claimed`}: can't be moved from here.`;
};

/** A step's own key in a list. */
export const keyOf = (step: MoveStep): string => {
  switch (step.kind) {
    case "tribe":
      return step.tribe.mint;
    case "token":
      return step.token.account;
    case "sol":
      return "sol";
  }
};

const stateWords: Readonly<Record<Exclude<StepState["kind"], "failed">, string>> = {
  waiting: "Next",
  moving: "Moving...",
  moved: "Moved",
};

/** A step with its state; null before it is moved. */
export const StepLine = ({ step, state }: { readonly step: MoveStep; readonly state: StepState | null }) => (
  <li className="flex flex-col gap-1 border-b border-line pb-2">
    <span className="flex items-baseline justify-between gap-3">
      <span className="min-w-0 wrap-anywhere">
        <StepWords step={step} />
      </span>
      {state === null || state.kind === "failed" ? null : (
        <b className={`shrink-0 ${state.kind === "moved" ? "text-up" : "text-muted"}`}>{stateWords[state.kind]}</b>
      )}
    </span>
    {state?.kind === "failed" ? <span className="text-down">{state.message}</span> : null}
  </li>
);

const StepWords = ({ step }: { readonly step: MoveStep }) => {
  switch (step.kind) {
    case "sol":
      return <>{sol(step.lamports)}, all of it, after the fees</>;
    case "token":
      return <TokenWords token={step.token} />;
    case "tribe":
      return (
        <>
          You as Chief of <Named texts={step.tribe.texts} mint={step.tribe.mint} />, with what it has earned for you
        </>
      );
  }
};

/** How much of which token. */
export const TokenWords = ({ token }: { readonly token: FormerWalletToken }) => (
  <>
    {amountOf(token)} <Named texts={token.texts} mint={token.mint} />
  </>
);

/** Without its mint nobody knows the decimals. */
const amountOf = ({ units, decimals, stays }: FormerWalletToken): string => {
  if (units === 0n) return "An empty account of";
  return stays === "unreadable" ? "Tokens of" : `${wholeTokens(units, decimals)} of`;
};

/** A token by the texts of its mint, which are untrusted, and its whole address. */
const Named = ({ texts, mint }: Pick<FormerWalletToken, "texts" | "mint">) => (
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
