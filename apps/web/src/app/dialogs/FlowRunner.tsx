import { useQuery, useQueryClient } from "@tanstack/react-query";
import { addressSchema } from "@tribe/contract";
import type { Gate } from "@tribe/domain/trading";
import { hasSocial } from "@tribe/domain/trading";
import { useEffect, useRef } from "react";
import * as z from "zod/mini";
import { useIsSignedIn } from "../../shared/api/access.ts";
import { failureWords } from "../../shared/api/failure-words.ts";
import { dialogs } from "../../shared/dialogs/dialogs.ts";
import { type AccountStatus, type Flow, type Intent, nextGate, requiredGates } from "../../shared/flow/flow.ts";
import { accountStatusStore, flow, flowStore } from "../../shared/flow/flow-store.ts";
import { isRefusedByPause } from "../../shared/flow/openers.ts";
import { toast } from "../../shared/notices/toast.ts";
import { useBalance } from "../../shared/queries/chain.ts";
import { configQuery } from "../../shared/queries/config.ts";
import { isAwaited, isEarlier } from "../../shared/queries/is-awaited.ts";
import { localUserQuery } from "../../shared/queries/local-user.ts";
import { ofThisPage } from "../../shared/queries/persisted/of-this-page.ts";
import { tokenQuery } from "../../shared/queries/token.ts";
import { useStore } from "../../shared/state/store.ts";
import { dialogTokenOf } from "../../shared/tokens/token-facts.ts";
import { creationTexts } from "../../shared/transactions/open-transactions.ts";
import { gateDialogs, openGate } from "./open-gate.ts";

/** Leads a person through the gates before an action, one after the other, and then runs the action. */
export const FlowRunner = () => {
  const current = useStore(flowStore);
  const status = useAccountStatus(current);
  const cache = useQueryClient();
  const shown = useRef<Gate | null>(null);
  useEffect(() => accountStatusStore.set(status), [status]);
  const { me, user } = useMe();
  const hasNoWallet = user?.address === null && !isEarlier(me);

  useEffect(() => {
    // A page closed during sign-up continues where it was left. The stored progress may be outdated.
    if (!current && hasNoWallet) flow.start({ kind: "onboarding" });
  }, [current, hasNoWallet]);

  const gate = current ? nextGate(current, status) : null;
  useEffect(() => {
    if (gate === "unknown") return;
    if (gate === null || !current) {
      shown.current = null;
      return;
    }
    if (gate === "ready") {
      shown.current = null;
      dialogs.finishNamed(...gateDialogs);
      flow.end();
      void run(current, cache);
      return;
    }
    if (gate === "wallet" && !current.isNewcomer) flow.markNewcomer();
    if (shown.current === gate) return;
    shown.current = gate;
    openGate(gate, current);
  }, [gate, current, cache]);
  return null;
};

/** The signed-in person, with the state of the query. */
const useMe = () => {
  const isSignedIn = useIsSignedIn();
  const me = useQuery({ ...localUserQuery, enabled: isSignedIn });
  return { me, user: isSignedIn ? me.data : null };
};

/** A stored answer may let a person pass a gate; only a current one may stop them. */
const useAccountStatus = (current: Flow | null): AccountStatus => {
  const { me, user } = useMe();
  const isFundAsked = current !== null && requiredGates(current).includes("fund");
  const balance = useBalance(user?.address ?? null, isFundAsked);
  const isSignedIn = user !== null;
  const lacks = isAwaited(me) ? null : false;
  const hasWallet = user ? user.address !== null || lacks : null;
  const social = user ? hasSocial(user) || lacks : null;
  const lamports = isAwaited(balance) ? null : (balance.data ?? null);
  const ref = useRef<AccountStatus>({ isSignedIn, hasWallet, hasSocial: social, lamports });
  const last = ref.current;
  if (
    last.isSignedIn !== isSignedIn ||
    last.hasWallet !== hasWallet ||
    last.hasSocial !== social ||
    last.lamports !== lamports
  )
    ref.current = { isSignedIn, hasWallet, hasSocial: social, lamports };
  return ref.current;
};

const run = async ({ intent, isNewcomer }: Flow, cache: ReturnType<typeof useQueryClient>): Promise<void> => {
  switch (intent.kind) {
    case "onboarding":
      if (isNewcomer) dialogs.open("text", { title: "How it works", isOnboarding: true });
      return;
    case "profile":
      dialogs.open("editProfile", { title: "Edit profile" });
      return;
    case "create":
    case "trade":
    case "join":
      await openActionDialog(intent, cache).catch(async (error: unknown) =>
        toast.error((await failureWords(error)).title),
      );
  }
};

type ActionIntent = Extract<Intent, { kind: "create" | "trade" | "join" }>;

const openActionDialog = async (intent: ActionIntent, cache: ReturnType<typeof useQueryClient>): Promise<void> => {
  if (intent.kind !== "join") {
    // A pause may have begun during sign-in and funding, or the page was reloaded.
    await cache.fetchQuery({ ...configQuery, staleTime: ofThisPage });
    if (isRefusedByPause()) return;
  }
  if (intent.kind === "create") {
    dialogs.open("createToken", { title: creationTexts.title, firstBuy: intent.firstBuy });
    return;
  }
  const mint = z.parse(addressSchema, intent.mint);
  // With outdated data the curve's dialog could open for a Tribe that has migrated since.
  const profile = await cache.fetchQuery({ ...tokenQuery(mint), staleTime: ofThisPage });
  const token = dialogTokenOf(profile);
  if (intent.kind === "join") {
    dialogs.open("joinChat", { token });
    return;
  }
  const { direction, amountText, inSol, wantsEntry, wantsSpare } = intent;
  const isPressed = intent.stage === "submit";
  // An amount of the curve's token isn't valid for the pool's new token.
  const swapText = inSol ? amountText : "";
  const wants = { wantsEntry, wantsSpare, isPressed };
  if (profile.newMint) dialogs.open("tokenSwap", { token, direction, amountText: swapText, ...wants });
  else dialogs.open("tokenTrade", { token, direction, amountText, inSol, ...wants });
};
