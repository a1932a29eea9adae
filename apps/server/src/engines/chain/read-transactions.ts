import type { RpcInnerInstructions } from "@tribe/chain";
import type { Address, Mint } from "@tribe/contract";
import { postJson } from "./post-json.ts";

/** Calls of one batch: some hundred kilobytes of answer, and far below the 50 KB that a node takes of a question. */
const callsTogether = 32;
/** Batches that a node is asked for at the same moment: enough to answer while what came is taken in. */
const batchesAtOnce = 4;

/** What a node tells of a token account before or after a transaction. */
export interface NodeTokenBalance {
  readonly accountIndex: number;
  readonly mint: Mint;
  readonly owner: Address;
  /** Base units, in decimals. */
  readonly uiTokenAmount: { readonly amount: string };
}

/**
 * The parts that we read of a transaction as Solana's `getTransaction` tells it (encoding `json`). Its other integers, of
 * which a double may not hold each, are nobody's business here.
 */
export interface NodeTransaction {
  readonly slot: number;
  /** s */
  readonly blockTime: number | null;
  readonly transaction: {
    readonly message: {
      readonly accountKeys: readonly Address[];
      readonly instructions: readonly { readonly programIdIndex: number; readonly data: string }[];
    };
  };
  readonly meta: {
    readonly err: unknown;
    readonly innerInstructions?: readonly RpcInnerInstructions[] | null;
    readonly preTokenBalances?: readonly NodeTokenBalance[];
    readonly postTokenBalances?: readonly NodeTokenBalance[];
    readonly loadedAddresses?: { readonly writable: readonly Address[]; readonly readonly: readonly Address[] };
  } | null;
}

/** Reads transactions that are at least confirmed, in the order asked for; null for each that the node does not have (yet). */
export type ReadTransactions = (signatures: readonly string[]) => Promise<(NodeTransaction | null)[]>;

/** One answer of JSON-RPC 2.0. */
interface Answer {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/**
 * Asks a node for many transactions by JSON-RPC batches. Kit would take thrice the time: its transport looks at each
 * character to keep integers exact, and its client walks through each answer. What a batch leaves open, be it that a node
 * takes none, is asked for again one by one. The reader throws the node's words when it refuses.
 */
export const createTransactionReader =
  (url: string): ReadTransactions =>
  async (signatures) => {
    const found: (NodeTransaction | null)[] = signatures.map(() => null);
    const starts = Array.from({ length: Math.ceil(signatures.length / callsTogether) }, (_, at) => at * callsTogether);
    const queue = starts.values();
    const work = async () => {
      for (const start of queue) {
        const batch = signatures.slice(start, start + callsTogether);
        const answers = batch.length > 1 ? await askTogether(url, batch) : new Map<number, Answer>();
        await Promise.all(
          batch.map(async (signature, at) => {
            found[start + at] = resultOf(answers.get(at) ?? (await askAlone(url, signature)));
          }),
        );
      }
    };
    await Promise.all(Array.from({ length: batchesAtOnce }, work));
    return found;
  };

const callOf = (signature: string, id: number) => ({
  jsonrpc: "2.0",
  id,
  method: "getTransaction",
  params: [signature, { commitment: "confirmed", encoding: "json", maxSupportedTransactionVersion: 0 }],
});

const isAnswer = (value: unknown): value is Answer =>
  typeof value === "object" && value !== null && ("result" in value || "error" in value);

/** @returns the answers by the place of their call in the batch; none when the node did not take it. */
const askTogether = async (url: string, signatures: readonly string[]): Promise<Map<number, Answer>> => {
  const answers = await postJson(url, signatures.map(callOf)).catch(() => null);
  return new Map(
    (Array.isArray(answers) ? answers.filter(isAnswer) : []).map((answer) => [Number(answer.id), answer] as const),
  );
};

const askAlone = async (url: string, signature: string): Promise<Answer> => {
  const answer = await postJson(url, callOf(signature, 0));
  if (!isAnswer(answer)) throw new Error("the node's answer is no JSON-RPC");
  return answer;
};

const resultOf = ({ result, error }: Answer): NodeTransaction | null => {
  if (error) throw new Error(`the node refused a transaction: ${error.message} (${error.code})`);
  // As with kit's client, what a node tells is named, not looked at: Solana's RPC is the contract.
  return (result ?? null) as NodeTransaction | null;
};
