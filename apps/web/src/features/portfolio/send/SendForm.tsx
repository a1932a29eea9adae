import { useQuery } from "@tanstack/react-query";
import type { Address as WalletAddress } from "@tribe/contract";
import { formatAmount, formatExact, parseAmount } from "@tribe/domain/money";
import { isolated, memoMaxCharacters } from "@tribe/domain/people";
import { Amount, Button, TextField } from "@tribe/ui";
import { type FormEvent, useId, useState } from "react";
import { Sol } from "../../../shared/components/Sol.tsx";
import { dialogs } from "../../../shared/dialogs/dialogs.ts";
import type { SendDraft } from "../../../shared/dialogs/names.ts";
import { Worth } from "../../../shared/fiat/Worth.tsx";
import { useBalance } from "../../../shared/queries/chain.ts";
import { holdingsQuery } from "../../../shared/queries/holdings.ts";
import { AmountChip, maxLabel } from "../../../shared/trading/amount/AmountChip.tsx";
import { AmountField, type AmountFix } from "../../../shared/trading/amount/AmountField.tsx";
import { MoneyRow, MoneyRows } from "../../../shared/trading/costs/MoneyRows.tsx";
import { NextButton } from "../../../shared/trading/panel/NextButton.tsx";
import { assessSend, maxAmount } from "./assess-send.ts";
import { openTransfer } from "./open-transfer.ts";
import { RecipientField } from "./RecipientField.tsx";
import { type SendAsset, sendAssets } from "./send-asset.ts";

export const emptyDraft: SendDraft = { recipient: "", person: null, mint: null, amount: "", memo: "" };

/** The form to send: asset, amount, recipient and costs. Polls the balance every 5 s. */
export const SendForm = ({
  sender,
  draft,
  onDraft,
}: {
  sender: WalletAddress;
  draft: SendDraft;
  onDraft: (draft: SendDraft) => void;
}) => {
  const { data: balance = null } = useBalance(sender, true);
  const { data: held } = useQuery(holdingsQuery);
  const assets = sendAssets(balance, held?.holdings ?? []);
  const asset = assets.find(({ mint }) => mint === draft.mint) ?? assets[0];
  const [hasMemo, setHasMemo] = useState(draft.memo !== "");
  if (!asset) return null;
  const most = asset.available === null ? null : maxAmount(asset);
  const { recipientProblem, amountProblem, needsSol, memoProblem, fee, deposit, order } = assessSend({
    ...{ sender, balance, asset },
    recipient: draft.recipient,
    amount: draft.amount,
    memo: draft.memo,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (order) openTransfer(order, asset, draft);
  };
  const addSol: AmountFix = {
    label: "Add SOL",
    act: () =>
      dialogs.open("onboardingFund", { title: "Add SOL", description: "", lamportsRequired: null, canSkip: false }),
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <RecipientField
        text={draft.recipient}
        person={draft.person}
        problem={recipientProblem}
        onChange={(recipient, person) => onDraft({ ...draft, recipient, person })}
        onRequest={({ recipient, lamports, memo }) => {
          setHasMemo(hasMemo || memo !== null);
          onDraft({
            ...{ recipient, person: null, mint: null, memo: memo ?? "" },
            amount: lamports === null ? "" : formatExact(lamports),
          });
        }}
      />
      {assets.length > 1 ? (
        <AssetChoice
          assets={assets}
          asset={asset}
          onChange={({ mint }) => onDraft({ ...draft, mint, amount: mint === asset.mint ? draft.amount : "" })}
        />
      ) : null}
      <AmountField
        heading="Amount"
        text={draft.amount}
        decimals={asset.decimals}
        keepsInvalid
        available={
          <span className="flex flex-wrap items-center justify-end gap-x-2">
            <span>
              Balance <Held asset={asset} />
            </span>
            <AmountChip
              label={maxLabel}
              text={most}
              isChosen={draft.amount !== "" && draft.amount === most}
              onPick={(amount) => onDraft({ ...draft, amount })}
            />
          </span>
        }
        unit={asset.symbol}
        {...(asset.mint === null && { outcome: <Worth lamports={parseAmount(draft.amount)} rounding="up" /> })}
        wrong={amountProblem === null ? null : { words: amountProblem, fixes: needsSol ? [addSol] : [] }}
        onChange={(amount) => onDraft({ ...draft, amount })}
      />
      {hasMemo ? (
        <TextField
          label="Memo, public"
          autoComplete="off"
          maxLength={memoMaxCharacters}
          value={draft.memo}
          onChange={(event) => onDraft({ ...draft, memo: event.target.value })}
          error={memoProblem ?? undefined}
        />
      ) : (
        <Button variant="ghost" small className="-ml-3 self-start" onClick={() => setHasMemo(true)}>
          Add a memo
        </Button>
      )}
      <MoneyRows label="Costs">
        <MoneyRow name="Est. network fee">
          <Sol lamports={fee} />
        </MoneyRow>
        {deposit > 0n ? (
          <MoneyRow name="Deposit, if they never had this token">
            <Sol lamports={deposit} />
          </MoneyRow>
        ) : null}
      </MoneyRows>
      <NextButton disabled={order === null} />
    </form>
  );
};

const Held = ({ asset: { available, symbol } }: { asset: SendAsset }) =>
  available === null ? "…" : <Amount text={formatAmount(available)} unit={symbol} />;

/** The choice of SOL or a held token. */
const AssetChoice = ({
  assets,
  asset,
  onChange,
}: {
  assets: readonly SendAsset[];
  asset: SendAsset;
  onChange: (asset: SendAsset) => void;
}) => {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium text-muted">
        What you send
      </label>
      <select
        id={id}
        value={asset.mint ?? ""}
        onChange={(event) => {
          const chosen = assets.find(({ mint }) => (mint ?? "") === event.target.value);
          if (chosen) onChange(chosen);
        }}
        className="min-h-11 rounded-control border border-line-strong bg-bg px-2 text-base"
      >
        {assets.map(({ mint, name, symbol }) => (
          <option key={mint ?? ""} value={mint ?? ""}>
            {mint === null ? symbol : `${isolated(name)} (${isolated(symbol)})`}
          </option>
        ))}
      </select>
    </div>
  );
};
