import { apiErrors, createTribeMinimumLamports, type LocalUser, maxBuyTokens } from "@tribe/contract";
import { capAmountInput, checkInitialBuy, deriveSymbol, texts } from "@tribe/domain";
import { Button, TextField } from "@tribe/ui";
import { type FormEvent, useState } from "react";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";
import { Sol } from "../../shared/components/Sol.tsx";
import { dialogs, useCloseThisDialog } from "../../shared/dialogs/dialogs.ts";
import { flow } from "../../shared/flow/flow-store.ts";
import { useBalance } from "../../shared/queries/chain.ts";
import { useIsPaused } from "../../shared/queries/config.ts";
import { toast } from "../../shared/toast.ts";
import { typedAmount } from "../../shared/trading/typed-amount.ts";

import { fitName } from "./fit-name.ts";
import type { CreationWish } from "./use-creation.ts";

/** What the Tribe will be called, and how much of it its Chief buys first. */
export const CreationForm = ({
  user,
  firstBuy,
  onSubmit,
}: {
  user: LocalUser;
  firstBuy: string;
  onSubmit: (wish: CreationWish) => void;
}) => {
  const [amount, setAmount] = useState(firstBuy);
  const close = useCloseThisDialog();
  const isPaused = useIsPaused();
  const { data: balance } = useBalance(user.address, true);
  const handle = user.twitter?.handle ?? user.farcaster?.handle ?? null;
  const symbol = deriveSymbol(user.displayName, handle);
  const isProfileMissing = user.displayName === "" || user.pfp === null;
  const isShort = balance !== undefined && balance !== null && balance < createTribeMinimumLamports;
  const problem = isProfileMissing
    ? apiErrors.profile_required.message
    : symbol === null
      ? apiErrors.symbol_unusable.message
      : null;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPaused) {
      toast.error(texts.systemPausedRefusal);
      return;
    }
    const first = checkInitialBuy(amount);
    if (!first.ok || problem || isShort || symbol === null || user.pfp === null) return;
    onSubmit({ name: fitName(user.displayName), symbol, pfpUrl: user.pfp, firstBuy: first.value });
  };
  const reconnect = () => {
    dialogs.open("connectSocial", { title: "Manage socials", description: "", mode: "manage", canSkip: false });
  };

  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <div className="flex items-center gap-4">
        <PersonAvatar seed={user.uid} src={user.pfp} name="" size={64} shape="token" />
        <dl className="min-w-0 flex-1">
          <dt className="sr-only">Name</dt>
          <dd className="truncate font-display text-lg font-semibold">{user.displayName}</dd>
          <dt className="sr-only">Symbol</dt>
          <dd className="text-sm text-muted">{symbol ?? "No symbol"}</dd>
        </dl>
      </div>
      {problem ? (
        <div role="alert" className="flex flex-col items-start gap-2 text-sm text-down">
          {problem}
          <Button small onClick={reconnect}>
            Manage socials
          </Button>
        </div>
      ) : null}
      <TextField
        label="Your first buy"
        inputMode="numeric"
        autoComplete="off"
        placeholder="0"
        suffix="tokens"
        value={amount}
        onChange={(event) => setAmount(capAmountInput(typedAmount(event, amount, 0), maxBuyTokens))}
        hint="Whole tokens, before anybody else can buy. You need none to enter: the Chief always has access."
      />
      <p className="flex justify-between gap-4 text-sm">
        <span className="text-muted">Balance</span>
        {balance === undefined || balance === null ? "…" : <Sol lamports={balance} />}
      </p>
      {isShort ? (
        <p role="alert" className="flex flex-wrap items-center gap-x-3 text-sm text-down">
          Need more SOL to continue
          <button
            type="button"
            className="min-h-8 font-medium underline underline-offset-2 pointer-coarse:min-h-11"
            onClick={() => {
              close();
              flow.start({ kind: "create", firstBuy: amount });
            }}
          >
            Deposit
          </button>
        </p>
      ) : null}
      <Button look="main" type="submit" disabled={problem !== null || isShort}>
        Create
      </Button>
    </form>
  );
};
