import { queryOptions } from "@tanstack/react-query";
import {
  type AirdropTokenType,
  type AnswerOf,
  airdropState,
  type Mint,
  milliseconds,
  routes,
  type TokenUnits,
  type TransactionSignature,
} from "@tribe/contract";
import { api } from "../../shared/api/api.ts";
import { keys } from "../../shared/queries/keys.ts";

export type AirdropTask = AnswerOf<typeof routes.airdrop.create>["task"];
export type AirdropStatus = AnswerOf<typeof routes.airdrop.status>;
export type AirdropToken = AnswerOf<typeof routes.airdrop.tokens>["tokens"][number];
export type AirdropPreview = AnswerOf<typeof routes.airdrop.preview>;
export type AirdropEntry = AnswerOf<typeof routes.airdrop.recipients>["entries"][number];

/** Which groups receive a part. */
export interface AirdropTargets {
  readonly toCreator: boolean;
  readonly toMembers: boolean;
  readonly toHolders: boolean;
}

/** A Tribe's unfinished airdrop. Never answered from an earlier visit's cache. */
export const existingAirdropQuery = (mint: Mint) =>
  queryOptions({
    queryKey: keys.airdrop(mint),
    queryFn: async ({ signal }) => (await api(routes.airdrop.existing, { query: { mint }, signal })).task,
    staleTime: 0,
    gcTime: 0,
  });

/** The tokens of which the person holds enough for an airdrop. */
export const airdropTokensQuery = () =>
  queryOptions({
    queryKey: keys.airdropTokens(),
    queryFn: async ({ signal }) => (await api(routes.airdrop.tokens, { signal })).tokens,
    staleTime: 0,
  });

/** The split of an amount. */
export const airdropPreviewQuery = (
  mint: Mint,
  token: { readonly mintAddress: Mint; readonly tokenType: AirdropTokenType },
  airdropAmount: TokenUnits,
  { toCreator, toMembers, toHolders }: AirdropTargets,
) =>
  queryOptions({
    queryKey: keys.airdropPreview(mint, token.mintAddress, airdropAmount, `${toCreator} ${toMembers} ${toHolders}`),
    queryFn: ({ signal }) =>
      api(routes.airdrop.preview, {
        query: {
          mint,
          airdropMintAddress: token.mintAddress,
          tokenType: token.tokenType,
          airdropAmount,
          shouldAirdropToCreator: flag(toCreator),
          shouldAirdropToMembers: flag(toMembers),
          shouldAirdropToHolders: flag(toHolders),
        },
        signal,
      }),
    staleTime: 10_000,
  });

const flag = (isOn: boolean): "true" | "false" => (isOn ? "true" : "false");

/** An airdrop's progress, polled every 3 s until its end. */
export const airdropStatusQuery = (taskId: string) =>
  queryOptions({
    queryKey: keys.airdropStatus(taskId),
    queryFn: ({ signal }) => api(routes.airdrop.status, { query: { taskId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data && data.state !== airdropState.pending ? false : milliseconds.airdropPoll,
  });

/** An airdrop's transaction with its signature. */
export interface SignedStep {
  readonly taskBatchId: string;
  readonly message: AirdropStep["message"];
  readonly signature: TransactionSignature;
}
type AirdropStep = AnswerOf<typeof routes.airdrop.send>["batches"][number];

/** The messages to sign to end an airdrop; null if its account does not exist, or all are signed. */
export const airdropEndingQuery = ({ id: taskId, listHash }: AirdropTask) =>
  queryOptions({
    queryKey: keys.airdropEnding(taskId),
    queryFn: async ({ signal }) => {
      const { batches } = await api(routes.airdrop.send, { body: { taskId, limit: 1 }, signal });
      const steps = batches.flatMap(({ kind, ...step }) =>
        kind === "cancel" || kind === "close" ? [{ kind, ...step }] : [],
      );
      const [first] = steps;
      return first ? { slot: first.slot, listHash, steps } : null;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

/** The snapshot of an ended airdrop, which says who was paid. */
export const endedEntriesQuery = (taskId: string) =>
  queryOptions({
    queryKey: keys.endedAirdropEntries(taskId),
    queryFn: ({ signal }) => fetchEntries(taskId, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

const entriesPerPage = 5_000;

/** The whole snapshot of an airdrop. */
export const fetchEntries = async (taskId: string, signal: AbortSignal): Promise<readonly AirdropEntry[]> => {
  const all: AirdropEntry[] = [];
  for (let cursor: AirdropEntry["address"] | undefined; ; ) {
    const query = { taskId, limit: entriesPerPage, ...(cursor === undefined ? {} : { cursor }) };
    const { entries, nextCursor } = await api(routes.airdrop.recipients, { query, signal });
    all.push(...entries);
    if (nextCursor === null) return all;
    cursor = nextCursor;
  }
};
