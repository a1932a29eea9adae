import * as z from "zod/mini";
import { maxAirdropBatchesPerCall } from "../constants.ts";
import {
  addressSchema,
  base64Schema,
  lamportsSchema,
  pictureSchema,
  positiveTokenUnitsSchema,
  signatureSchema,
  timeSchema,
  tokenUnitsSchema,
  uidSchema,
  uuidSchema,
} from "../primitives.ts";
import { defineRoute } from "../route.ts";

/** An airdrop's states. */
export const airdropState = { pending: 0, completed: 1, cancelled: 2, failed: 3 } as const;
export type AirdropState = (typeof airdropState)[keyof typeof airdropState];
const stateSchema = z.literal([0, 1, 2, 3]);

/** Which program a token is of. */
const airdropTokenTypes = ["SPL", "Token-2022"] as const;
export type AirdropTokenType = (typeof airdropTokenTypes)[number];
const tokenTypeSchema = z.enum(airdropTokenTypes);

/** Who gets a part; absent ones are on. */
const optionsSchema = z.object({
  shouldAirdropToCreator: z.optional(z.boolean()),
  shouldAirdropToMembers: z.optional(z.boolean()),
  shouldAirdropToHolders: z.optional(z.boolean()),
});

/** What an airdrop costs in lamports beside its tokens when each transaction lands at once. */
const costSchema = z.object({
  /** Of Light's pool of the token, where there is none yet; it does not come back. */
  poolRent: lamportsSchema,
  /** Of the account that keeps anybody from being paid twice; it comes back. */
  onceRent: lamportsSchema,
  fees: lamportsSchema,
  total: lamportsSchema,
});

/** How an amount is divided, in base units. */
const splitSchema = z.object({
  creatorPart: tokenUnitsSchema,
  membersPart: tokenUnitsSchema,
  holdersPart: tokenUnitsSchema,
  membersCount: z.int(),
  holdersCount: z.int(),
  /** Wallets that get something. */
  recipients: z.int(),
  totalBatches: z.int(),
  cost: costSchema,
});

/** An airdrop as its Chief sees it. */
export const airdropTaskSchema = z.object({
  id: uuidSchema,
  mint: addressSchema,
  airdropMintAddress: addressSchema,
  airdropAmount: tokenUnitsSchema,
  tokenType: tokenTypeSchema,
  decimals: z.int(),
  name: z.nullable(z.string()),
  symbol: z.nullable(z.string()),
  snapshotMembersCount: z.int(),
  snapshotHoldersCount: z.int(),
  state: stateSchema,
  options: z.object({
    shouldAirdropToCreator: z.boolean(),
    shouldAirdropToMembers: z.boolean(),
    shouldAirdropToHolders: z.boolean(),
  }),
  creatorAddress: addressSchema,
  snapshotSlot: z.int(),
  snapshotAt: timeSchema,
  /** SHA-256 of the list of recipients, in hex. */
  listHash: z.string(),
  recipients: z.int(),
  batchSize: z.int(),
  totalBatches: z.int(),
  completedBatches: z.int(),
  /** The slot of the list's account, once its transaction is prepared. */
  slot: z.nullable(z.int()),
  isSetUp: z.boolean(),
  /** Its Chief has ended it; what was signed may still land. */
  isEnding: z.boolean(),
  /** Of what is left to do, at the price below. */
  cost: costSchema,
  /** What the network asks now for a compute unit, in micro-lamports. */
  microLamportsPerUnit: lamportsSchema,
});

const entrySchema = z.object({
  address: addressSchema,
  uid: z.nullable(uidSchema),
  isMember: z.boolean(),
  /** What it holds of the Tribe's token. */
  snapshotAmount: tokenUnitsSchema,
  /** What it gets. */
  airdropAmount: tokenUnitsSchema,
  /** Whether it has been paid, as far as we know by now. */
  isPaid: z.boolean(),
});

const stepKinds = ["setUp", "batch", "cancel", "close"] as const;
const stepSchema = z.object({
  taskBatchId: uuidSchema,
  kind: z.enum(stepKinds),
  /** Of a batch. */
  index: z.nullable(z.int()),
  /** Light's queue that a batch is appended to. */
  queue: z.nullable(addressSchema),
  /** Whether the setup makes Light's pool of the token. */
  makesPool: z.boolean(),
  /** The slot of the list's account. */
  slot: z.int(),
  message: base64Schema,
  lastValidBlockHeight: z.int(),
});

const signedSchema = z.object({ taskBatchId: uuidSchema, message: base64Schema, signature: signatureSchema });

const orderSchema = z.object({
  mint: addressSchema,
  airdropMintAddress: addressSchema,
  airdropAmount: positiveTokenUnitsSchema,
  tokenType: tokenTypeSchema,
  options: optionsSchema,
});

/** Whole numbers and flags of a query travel as text. */
const flag = z.optional(z.enum(["true", "false"]));

const splitErrors = [
  "not_found",
  "forbidden",
  "wallet_missing",
  "airdrop_no_target",
  "airdrop_too_large",
  "airdrop_members_too_small",
  "airdrop_creator_too_small",
  "airdrop_token_unusable",
  "airdrop_holders_unusable",
  "airdrops_waiting",
] as const;

/** Airdrops: who gets what, and the transactions that pay them, which only their Chief's wallet signs. */
export const airdropRoutes = {
  tokens: defineRoute({
    method: "GET",
    path: "/v1/airdrop/tokens",
    summary: "Tokens that the caller holds enough of to airdrop them, the largest holdings first",
    caller: "session",
    answer: z.object({
      tokens: z.array(
        z.object({
          mintAddress: addressSchema,
          tokenType: tokenTypeSchema,
          amount: tokenUnitsSchema,
          decimals: z.int(),
          name: z.nullable(z.string()),
          symbol: z.nullable(z.string()),
          pfp: z.nullable(pictureSchema),
          /** Why it can't be airdropped; null when it can. */
          refusal: z.nullable(z.string()),
        }),
      ),
    }),
    errors: ["wallet_missing"],
  }),
  preview: defineRoute({
    method: "GET",
    path: "/v1/airdrop/preview",
    summary: "How an amount would be divided now, and what it would cost; for the Chief",
    caller: "session",
    query: z.object({
      mint: addressSchema,
      airdropMintAddress: addressSchema,
      airdropAmount: tokenUnitsSchema,
      tokenType: tokenTypeSchema,
      shouldAirdropToCreator: flag,
      shouldAirdropToMembers: flag,
      shouldAirdropToHolders: flag,
    }),
    answer: z.object({
      /** Null when nothing can be divided: `problem` says why. */
      split: z.nullable(splitSchema),
      problem: z.nullable(z.enum(splitErrors)),
      /** The least amount that gives everybody who is chosen something; null when it is more than the caller holds. */
      leastAmount: z.nullable(tokenUnitsSchema),
      /** Members and holders as they are, whoever is chosen. */
      membersCount: z.int(),
      holdersCount: z.int(),
      /** Addresses of programs that hold some: no holders. */
      programsCount: z.int(),
    }),
    errors: [
      "not_found",
      "forbidden",
      "wallet_missing",
      "airdrop_token_unusable",
      "airdrop_holders_unusable",
      "airdrops_waiting",
    ],
  }),
  existing: defineRoute({
    method: "GET",
    path: "/v1/airdrop",
    summary: "A Tribe's airdrop that is on its way, if there is one; for the Chief",
    caller: "session",
    query: z.object({ mint: addressSchema }),
    answer: z.object({ task: z.nullable(airdropTaskSchema) }),
    errors: ["not_found", "forbidden"],
  }),
  create: defineRoute({
    method: "POST",
    path: "/v1/airdrop",
    summary: "Fixes who gets what of an airdrop; one may be on its way for a Tribe",
    caller: "session",
    body: orderSchema,
    answer: z.object({ taskId: uuidSchema, task: airdropTaskSchema }),
    errors: [...splitErrors, "airdrop_open", "insufficient_sol", "system_paused"],
  }),
  terminate: defineRoute({
    method: "DELETE",
    path: "/v1/airdrop",
    summary:
      "Ends an airdrop: no payment of it is prepared any more. What was signed before may still land, until the `cancel` lands that `POST /v1/airdrop/send` then prepares",
    caller: "session",
    body: z.object({ taskId: uuidSchema }),
    answer: z.object({ task: airdropTaskSchema }),
    errors: ["not_found", "airdrop_ended"],
  }),
  send: defineRoute({
    method: "POST",
    path: "/v1/airdrop/send",
    summary: "The next transactions of an airdrop that its Chief must sign; the same ones again when they ran out",
    caller: "session",
    body: z.object({
      taskId: uuidSchema,
      /** How many at most. */
      limit: z._default(z.int().check(z.minimum(1), z.maximum(maxAirdropBatchesPerCall)), 1),
    }),
    answer: z.object({
      isCompleted: z.boolean(),
      /** Of the first; null when nothing is to be signed now. */
      taskBatchId: z.nullable(uuidSchema),
      message: z.nullable(base64Schema),
      batches: z.array(stepSchema),
    }),
    errors: [
      "not_found",
      "airdrop_ended",
      "insufficient_sol",
      "insufficient_tokens",
      "airdrops_waiting",
      "system_paused",
    ],
  }),
  submit: defineRoute({
    method: "PUT",
    path: "/v1/airdrop/send",
    summary: "Takes signatures of an airdrop's transactions, sends them and follows them to their end",
    caller: "session",
    body: z.union([
      signedSchema,
      z.object({ batches: z.array(signedSchema).check(z.minLength(1), z.maxLength(maxAirdropBatchesPerCall)) }),
    ]),
    answer: z.object({
      /** Those that ran out before they were signed: they are prepared again by `POST`. */
      expired: z.array(uuidSchema),
    }),
    errors: ["not_found", "ticket_signature_invalid", "invalid_field"],
  }),
  status: defineRoute({
    method: "GET",
    path: "/v1/airdrop/status",
    summary: "How far an airdrop is",
    caller: "session",
    query: z.object({ taskId: uuidSchema }),
    answer: z.object({
      state: stateSchema,
      /** Some transaction must be signed again. */
      shouldRetry: z.boolean(),
      totalBatches: z.int(),
      completedBatches: z.int(),
      isSetUp: z.boolean(),
      isEnding: z.boolean(),
      totalRecipients: z.int(),
      paidRecipients: z.int(),
      /** Signed transactions on their way. */
      underWay: z.int(),
    }),
    errors: ["not_found"],
  }),
  recipients: defineRoute({
    method: "GET",
    path: "/v1/airdrop/recipients",
    summary: "An airdrop's snapshot by address, page by page, with what each gets; for its Chief",
    caller: "session",
    query: z.object({
      taskId: uuidSchema,
      /** `nextCursor` of the page before. */
      cursor: z.optional(addressSchema),
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(5_000)), 1_000),
    }),
    answer: z.object({ entries: z.array(entrySchema), nextCursor: z.nullable(addressSchema) }),
    errors: ["not_found"],
  }),
  by: defineRoute({
    method: "GET",
    path: "/v1/airdrop/by",
    summary: "What airdrops of Tribe have brought the caller, with whoever gave it",
    caller: "session",
    answer: z.object({
      tokens: z.array(
        z.object({
          mintAddress: addressSchema,
          /** All that came, claimed or not: what is claimable the chain says. */
          amount: tokenUnitsSchema,
          name: z.nullable(z.string()),
          symbol: z.nullable(z.string()),
          decimals: z.int(),
          tokenType: tokenTypeSchema,
          authors: z.array(z.object({ address: addressSchema, displayName: z.string() })),
        }),
      ),
    }),
    errors: ["wallet_missing"],
  }),
} as const;
