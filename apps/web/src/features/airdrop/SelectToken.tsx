import { useMutation, useQuery } from "@tanstack/react-query";
import { ApiError, routes, type TokenProfile, tokenUnits } from "@tribe/contract";
import { appFailure } from "@tribe/domain/words";
import { EmptyState, Loading, Skeleton } from "@tribe/ui";
import { Gift } from "@tribe/ui/icons";
import { useDeferredValue } from "react";
import { api } from "../../shared/api/api.ts";
import { wordsOf } from "../../shared/api/errors.ts";
import { QueryError } from "../../shared/components/QueryError.tsx";
import { AmountField } from "../../shared/trading/amount/AmountField.tsx";
import { NextButton } from "../../shared/trading/panel/NextButton.tsx";
import {
  type AirdropTargets,
  type AirdropTask,
  type AirdropToken,
  airdropPreviewQuery,
  airdropTokensQuery,
} from "./airdrop-queries.ts";
import { assessAirdrop, onlyOne } from "./assess-airdrop.ts";
import { SplitLines } from "./SplitLines.tsx";
import { TargetSwitches } from "./TargetSwitches.tsx";
import { TokenChoice } from "./TokenChoice.tsx";
import { readUnits, showUnits, typedDecimals, typeUnitsDown, typeUnitsUp } from "./token-amounts.ts";

/** A Chief's input so far. */
export interface AirdropDraft {
  readonly chosen: AirdropToken | null;
  readonly text: string;
  readonly targets: AirdropTargets;
}

export const emptyAirdrop: AirdropDraft = {
  chosen: null,
  text: "",
  targets: { toCreator: true, toMembers: true, toHolders: false },
};

/** The choice of token, amount and recipients, with the resulting split. */
export const SelectToken = ({
  tribe,
  draft,
  onDraft,
  onCreated,
  onExisting,
}: {
  tribe: TokenProfile;
  draft: AirdropDraft;
  onDraft: (draft: AirdropDraft) => void;
  onCreated: (task: AirdropTask) => void;
  onExisting: () => void;
}) => {
  const tokens = useQuery(airdropTokensQuery());
  const chosen = draft.chosen ?? onlyOne(tokens.data ?? []);
  if (tokens.error) return <QueryError error={tokens.error} onRetry={() => void tokens.refetch()} />;
  if (!tokens.data)
    return (
      <Loading label="Loading your tokens">
        <Skeleton className="h-40" />
      </Loading>
    );
  if (tokens.data.length === 0)
    return (
      <EmptyState
        title="Nothing to give yet"
        icon={<Gift aria-hidden size={24} />}
        message="Tokens that you hold show up here: your Tribe's, or any other on Solana."
      />
    );
  return (
    <div className="flex flex-col gap-5">
      <TokenChoice
        tokens={tokens.data}
        chosen={chosen}
        onChoose={(token) => onDraft({ ...draft, chosen: token, text: "" })}
      />
      {chosen ? (
        <Order
          key={chosen.mintAddress}
          tribe={tribe}
          token={chosen}
          // The typed amount belongs to the chosen token, even if the list of tokens changes.
          draft={{ ...draft, chosen }}
          onDraft={onDraft}
          onCreated={onCreated}
          onExisting={onExisting}
        />
      ) : (
        <NextButton disabled label={appFailure("no_token_selected").title} />
      )}
    </div>
  );
};

const Order = ({
  tribe,
  token,
  draft,
  onDraft,
  onCreated,
  onExisting,
}: {
  tribe: TokenProfile;
  token: AirdropToken;
  draft: AirdropDraft;
  onDraft: (draft: AirdropDraft) => void;
  onCreated: (task: AirdropTask) => void;
  onExisting: () => void;
}) => {
  const { decimals } = token;
  const { text, targets } = draft;
  const setText = (typed: string) => onDraft({ ...draft, text: typed });
  const typed = readUnits(text, decimals);
  const units = typed ?? 0n;
  const asked = useDeferredValue(units);
  const isTooLarge = units > token.amount;
  const preview = useQuery({
    ...airdropPreviewQuery(tribe.mint, token, tokenUnits(isTooLarge ? 0n : asked), targets),
    placeholderData: (before) => before,
  });
  const create = useMutation({
    mutationFn: () =>
      api(routes.airdrop.create, {
        body: {
          mint: tribe.mint,
          airdropMintAddress: token.mintAddress,
          airdropAmount: tokenUnits(units),
          tokenType: token.tokenType,
          options: {
            shouldAirdropToCreator: targets.toCreator,
            shouldAirdropToMembers: targets.toMembers,
            shouldAirdropToHolders: targets.toHolders,
          },
        },
      }),
    onSuccess: ({ task }) => onCreated(task),
    onError: (error) => {
      if (error instanceof ApiError && error.code === "airdrop_open") onExisting();
    },
  });
  const now = preview.data ?? null;
  const isCurrent = !preview.isPlaceholderData && asked === units;
  const { wrong, noTarget, mayGo } = assessAirdrop({ units: typed, token, targets, preview: now, isCurrent });
  const least = now?.leastAmount ?? null;
  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (mayGo) create.mutate();
      }}
    >
      <AmountField
        text={text}
        heading="You give"
        available={
          <button
            type="button"
            className="underline-offset-2 hover:underline"
            onClick={() => setText(typeUnitsDown(token.amount, decimals))}
          >
            {showUnits(token.amount, decimals)} available
          </button>
        }
        unit={token.symbol ?? "tokens"}
        decimals={typedDecimals(decimals)}
        keepsInvalid
        outcome={
          now?.split
            ? `${now.split.recipients.toLocaleString("en")} ${now.split.recipients === 1 ? "recipient" : "recipients"} in ${now.split.totalBatches.toLocaleString("en")} ${now.split.totalBatches === 1 ? "payment" : "payments"}`
            : null
        }
        wrong={
          wrong === null
            ? null
            : {
                words: wrong.words,
                fixes:
                  wrong.fix === "least" && least !== null
                    ? [{ label: "Set the least amount", act: () => setText(typeUnitsUp(least, decimals)) }]
                    : wrong.fix === "most"
                      ? [{ label: "Set the most", act: () => setText(typeUnitsDown(token.amount, decimals)) }]
                      : [],
              }
        }
        onChange={setText}
      />
      <TargetSwitches
        targets={targets}
        counts={{ members: now?.membersCount ?? null, holders: now?.holdersCount ?? null }}
        canHold={tribe.newMint === null}
        isDisabled={create.isPending}
        onChange={(chosen) => onDraft({ ...draft, targets: chosen })}
      />
      {now?.split && units > 0n && !isTooLarge ? (
        <SplitLines split={now.split} token={token} programsCount={now.programsCount} />
      ) : null}
      {noTarget ? (
        <p role="alert" className="text-sm text-down">
          {noTarget}
        </p>
      ) : create.error ? (
        <p role="alert" className="text-sm text-down">
          {appFailure("airdrop_task_failed").title}: {wordsOf(create.error).title}
        </p>
      ) : preview.error ? (
        <p role="alert" className="text-sm text-down">
          {wordsOf(preview.error).title}
        </p>
      ) : null}
      <NextButton disabled={!mayGo} busy={create.isPending} />
    </form>
  );
};
