import { apiErrors, type LocalUser, maxBuyTokens, tokenUnits } from "@tribe/contract";
import { capAmountInput, formatBps } from "@tribe/domain/money";
import { checkInitialBuy, tokenNameOf } from "@tribe/domain/people";
import { insufficientSolText, texts } from "@tribe/domain/words";
import { Button, useMediaQuery } from "@tribe/ui";
import type { FormEvent } from "react";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";
import { dialogs, useCloseThisDialog } from "../../shared/dialogs/dialogs.ts";
import { flow } from "../../shared/flow/flow-store.ts";
import { isRefusedByPause } from "../../shared/flow/openers.ts";
import { useBalance } from "../../shared/queries/chain.ts";
import { useConfig } from "../../shared/queries/config.ts";
import { AmountField } from "../../shared/trading/amount/AmountField.tsx";
import { Available } from "../../shared/trading/costs/Outcome.tsx";
import { RemainingSupplyNote } from "../../shared/trading/costs/RemainingSupplyNote.tsx";
import { LinkButton } from "../../shared/trading/panel/LinkButton.tsx";
import { NextButton } from "../../shared/trading/panel/NextButton.tsx";
import type { CreationRequest } from "../../shared/transactions/open-transactions.ts";
import { assessCreation } from "./assess-creation.ts";
import { CreationCosts } from "./CreationCosts.tsx";
import { NewTribeStage } from "./NewTribeStage.tsx";
import { symbolOf } from "./symbol-of.ts";
import { useCreationTerms } from "./use-creation-terms.ts";

/** The Tribe's name, its Chief's first buy, and the total cost. */
export const CreationForm = ({
  user,
  amount,
  onAmount,
  onSubmit,
}: {
  user: LocalUser;
  /** The typed first buy, in whole tokens. */
  amount: string;
  onAmount: (text: string) => void;
  onSubmit: (wish: CreationRequest) => void;
}) => {
  const close = useCloseThisDialog();
  // No picture on a low screen: the costs would be below the visible part.
  const isTall = useMediaQuery("(min-height: 800px)");
  const config = useConfig();
  const { data: balance = null } = useBalance(user.address, true);
  const { data: terms = null, isError: isTermsError } = useCreationTerms(user.address);
  const name = tokenNameOf(user.displayName);
  const symbol = symbolOf(user);
  const first = checkInitialBuy(amount);
  const assessment = assessCreation({
    user,
    name,
    symbol,
    tokens: first.ok ? first.value : tokenUnits(0n),
    appUrl: config?.appUrl ?? null,
    terms,
    balance,
  });
  const { quote, problem, required, onlyLeft } = assessment;
  const isProfileMissing = user.displayName === "" || user.pfp === null;
  const profileProblem = isProfileMissing
    ? apiErrors.profile_required.message
    : symbol === null
      ? apiErrors.symbol_unusable.message
      : null;
  const isReady = first.ok && quote !== null && problem === null && profileProblem === null;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isRefusedByPause()) return;
    if (!isReady || symbol === null || user.pfp === null) return;
    onSubmit({ name, symbol, pfpUrl: user.pfp, firstBuy: first.value });
  };
  const reconnect = () => {
    dialogs.open("connectSocial", { title: "Manage socials", description: "", canSkip: false });
  };
  const addSol = () => {
    close();
    flow.start({ kind: "create", firstBuy: amount, lamportsRequired: required });
  };

  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {isTall ? (
        <NewTribeStage user={user} symbol={symbol} height={184} />
      ) : (
        <div className="flex items-center gap-4">
          <PersonAvatar seed={user.uid} src={user.pfp} name="" size={64} shape="token" />
          <dl className="min-w-0 flex-1">
            <dt className="sr-only">Name</dt>
            <dd className="truncate font-display text-lg font-semibold">{user.displayName}</dd>
            <dt className="sr-only">Symbol</dt>
            <dd className="text-sm text-muted">{symbol ?? "No symbol"}</dd>
          </dl>
        </div>
      )}
      {profileProblem ? (
        <div role="alert" className="flex flex-col items-start gap-2 text-sm text-down">
          {profileProblem}
          <Button small onClick={reconnect}>
            Manage socials
          </Button>
        </div>
      ) : null}
      <AmountField
        text={amount}
        heading="Your first buy"
        available={balance === null ? null : <Available lamports={balance} />}
        unit={symbol ?? "tokens"}
        decimals={0}
        keepsInvalid
        outcome="Whole tokens, before anyone else can buy. You need none to enter: the Chief always has a seat."
        wrong={
          !first.ok
            ? { words: first.message, fixes: [] }
            : problem?.kind === "insufficientSol" && required !== null
              ? { words: insufficientSolText(required), fixes: [{ label: "Deposit", act: addSol }] }
              : null
        }
        onChange={(text) => onAmount(capAmountInput(text, maxBuyTokens))}
      />
      <RemainingSupplyNote
        tokens={onlyLeft}
        symbol={symbol}
        consequence="Then all tokens are sold at once, and your Tribe's token moves to its pool."
      />
      {problem?.kind === "belowMinimum" ? (
        <p role="alert" className="flex flex-wrap items-center gap-x-3 text-sm text-down">
          {texts.needMoreSol}
          <LinkButton onPress={addSol}>Deposit</LinkButton>
        </p>
      ) : null}
      {problem?.kind === "affiliateNeedsReferral" ? (
        <p role="alert" className="text-sm text-down">
          {texts.affiliateNeedsReferral}
        </p>
      ) : null}
      <CreationCosts assessment={assessment} symbol={symbol ?? "tokens"} />
      {terms === null && isTermsError ? (
        <p role="alert" className="text-sm text-down">
          {texts.priceCalculating}
        </p>
      ) : null}
      <NextButton
        label="Create"
        disabled={!isReady}
        note={
          assessment.rates
            ? `You earn ${formatBps(assessment.rates.creatorBps)} of every trade, from the first one on.`
            : ""
        }
      />
    </form>
  );
};
