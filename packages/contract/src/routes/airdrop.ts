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

/** The token program of a token. */
const airdropTokenTypes = ["SPL", "Token-2022"] as const;
export type AirdropTokenType = (typeof airdropTokenTypes)[number];
const tokenTypeSchema = z.enum(airdropTokenTypes);

/** Groups of recipients; absent ones are on. */
const optionsSchema = z.object({
  shouldAirdropToCreator: z.optional(z.boolean()),
  shouldAirdropToMembers: z.optional(z.boolean()),
  shouldAirdropToHolders: z.optional(z.boolean()),
});

/** An airdrop's cost in lamports, besides its tokens, when each transaction lands at the first attempt. */
const costSchema = z.object({
  /** Of Light's pool of the token, if it does not exist yet; it is not refunded. */
  poolRent: lamportsSchema,
  /** Of the account that prevents paying anybody twice; it is refunded. */
  onceRent: lamportsSchema,
  fees: lamportsSchema,
  total: lamportsSchema,
});

/** How an amount is split, in base units. */
const splitSchema = z.object({
  creatorPart: tokenUnitsSchema,
  membersPart: tokenUnitsSchema,
  holdersPart: tokenUnitsSchema,
  membersCount: z.int(),
  holdersCount: z.int(),
  /** Wallets that receive something. */
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
  /** The slot in the list account's address, once its transaction is prepared. */
  slot: z.nullable(z.int()),
  isSetUp: z.boolean(),
  /** Its Chief has ended it; signed transactions may still land. */
  isEnding: z.boolean(),
  /** Of the remaining transactions, at the price below. */
  cost: costSchema,
  /** Current price of a compute unit, in micro-lamports. */
  microLamportsPerUnit: lamportsSchema,
});

const entrySchema = z.object({
  address: addressSchema,
  uid: z.nullable(uidSchema),
  isMember: z.boolean(),
  /** Its holding of the Tribe's token. */
  snapshotAmount: tokenUnitsSchema,
  /** Its share. */
  airdropAmount: tokenUnitsSchema,
  /** Whether it has been paid, as far as the server knows. */
  isPaid: z.boolean(),
});

const stepKinds = ["setUp", "batch", "cancel", "close"] as const;
const stepSchema = z.object({
  taskBatchId: uuidSchema,
  kind: z.enum(stepKinds),
  /** The batch's index; null for other transactions. */
  index: z.nullable(z.int()),
  /** Light's queue that a batch is appended to. */
  queue: z.nullable(addressSchema),
  /** Whether the setup creates Light's pool of the token. */
  makesPool: z.boolean(),
  /** The slot in the list account's address. */
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

/** Booleans of a query are sent as text. */
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

/** Airdrops: their recipients, and the transactions that pay them, which only the Chief's wallet signs. */
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
          /** Why it cannot be airdropped; null when it can. */
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
      /** Null when the amount cannot be split: `problem` says why. */
      split: z.nullable(splitSchema),
      problem: z.nullable(z.enum(splitErrors)),
      /** The smallest amount that gives every chosen recipient something; null when it is more than the caller holds. */
      leastAmount: z.nullable(tokenUnitsSchema),
      /** All members and holders, chosen or not. */
      membersCount: z.int(),
      holdersCount: z.int(),
      /** Addresses of programs that hold some; they do not count as holders. */
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
      /** The most to return. */
      limit: z._default(z.int().check(z.minimum(1), z.maximum(maxAirdropBatchesPerCall)), 1),
    }),
    answer: z.object({
      isCompleted: z.boolean(),
      /** Id of the first batch; null when there is nothing to sign now. */
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
      /** Batches that expired before they were signed; `POST` prepares them again. */
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
      /** Some transaction has to be signed again. */
      shouldRetry: z.boolean(),
      totalBatches: z.int(),
      completedBatches: z.int(),
      isSetUp: z.boolean(),
      isEnding: z.boolean(),
      totalRecipients: z.int(),
      paidRecipients: z.int(),
      /** Signed transactions that are not final yet, the setup included. */
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
      /** `nextCursor` of the previous page. */
      cursor: z.optional(addressSchema),
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(5_000)), 1_000),
    }),
    answer: z.object({ entries: z.array(entrySchema), nextCursor: z.nullable(addressSchema) }),
    errors: ["not_found"],
  }),
} as const;
