import * as z from "zod/mini";
import { maxAirdropBatchesPerCall, maxClaimsPerConfirmation } from "./constants.ts";
import { addressSchema, base64Schema, signatureSchema } from "./primitives.ts";

/**
 * What the app and the wallet's frame say to each other.
 *
 * The frame (another origin) posts `{ tribeSigner: 1, ready: true }` to its parent when it has loaded. The app
 * answers with `{ tribeSigner: 1, connect: true }` and transfers a MessagePort, naming the signer's origin as target;
 * the frame checks the app's origin and from then on both use only the port. Every request has an id and gets
 * exactly one answer. Events flow from the frame without an id.
 */
export const signerProtocolVersion = 1;

const confirmViewSchema = z.object({
  /** The dialog's own words. The frame shows none of them: a name or an amount in them would look like the wallet's. */
  title: z.string().check(z.maxLength(120)),
  description: z.string().check(z.maxLength(400)),
  /** What the wallet calls the worst case; `Max Spend` by default. */
  spendLabel: z.optional(z.enum(["Max Spend", "Max SOL Required"])),
});

/** Base units as they travel to the frame: a decimal string. */
const unitsText = z.string().check(z.regex(/^(0|[1-9][0-9]{0,19})$/, "must be a whole number"));

/** SHA-256 of an airdrop's list, in hex. */
const listHashText = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** A whole airdrop, of which the frame works out by itself who gets what. */
const signerAirdropSchema = z.object({
  /** The Tribe's mint, which the snapshot is of. */
  tribeMint: addressSchema,
  /** What is given. */
  mint: addressSchema,
  tokenType: z.enum(["SPL", "Token-2022"]),
  amount: unitsText,
  toCreator: z.boolean(),
  toMembers: z.boolean(),
  toHolders: z.boolean(),
  /** The snapshot: wallets, what they hold, and who has a seat. */
  entries: z.array(z.object({ address: addressSchema, weight: unitsText, isMember: z.boolean() })),
  batchSize: z.int().check(z.minimum(1), z.maximum(64)),
  /** What the recipients must come to: SHA-256 of their list, in hex. */
  listHash: listHashText,
  /** Of the list's account, when there is one. */
  slot: z.nullable(z.int().check(z.minimum(0))),
  /** What the network asks now for a compute unit, in micro-lamports. */
  microLamportsPerUnit: unitsText,
});

/** One transaction of the airdrop that was confirmed. */
const signerAirdropStepSchema = z.object({
  kind: z.enum(["setUp", "batch", "cancel", "close"]),
  /** Of a batch, as the next. */
  index: z.nullable(z.int().check(z.minimum(0))),
  queue: z.nullable(addressSchema),
  makesPool: z.boolean(),
  slot: z.int().check(z.minimum(0)),
  message: base64Schema,
});

export const signerRequestSchema = z.discriminatedUnion("method", [
  /** First call: where the API is and the token that lets the frame ask it for shares. Sent again when it expires. */
  z.object({ method: z.literal("session"), walletToken: z.string(), theme: z.enum(["light", "dark"]) }),
  /** Makes the account's wallet, or gives the address of the one it has. Answer: address. */
  z.object({ method: z.literal("create") }),
  /** Proves that this device can rebuild the key. Answer: address. */
  z.object({ method: z.literal("unlock") }),
  /** Answer: address or null, without touching key bytes. */
  z.object({ method: z.literal("address") }),
  /** Shows the decoded transaction with Confirm inside the frame. Answer: the user's signature. */
  z.object({ method: z.literal("signTransaction"), message: base64Schema, view: confirmViewSchema }),
  z.object({ method: z.literal("signMessage"), message: base64Schema, view: confirmViewSchema }),
  /** Shows several claims of airdrops as one, with one Confirm. Answer: a signature for each. */
  z.object({
    method: z.literal("signClaims"),
    messages: z.array(base64Schema).check(z.minLength(1), z.maxLength(maxClaimsPerConfirmation)),
    view: confirmViewSchema,
  }),
  /** Shows a whole airdrop with Confirm inside the frame. Answer: nothing; from then on the next call works. */
  z.object({ method: z.literal("confirmAirdrop"), airdrop: signerAirdropSchema, view: confirmViewSchema }),
  /** Signs transactions of the airdrop that was confirmed in this very frame. Answer: a signature for each. */
  z.object({
    method: z.literal("signAirdrop"),
    steps: z.array(signerAirdropStepSchema).check(z.minLength(1), z.maxLength(maxAirdropBatchesPerCall)),
  }),
  /** Shows that an airdrop is ended, with Confirm inside the frame. Answer: a signature for each. */
  z.object({
    method: z.literal("endAirdrop"),
    /** Of the list's account. */
    slot: z.int().check(z.minimum(0)),
    listHash: listHashText,
    steps: z
      .array(z.object({ kind: z.enum(["cancel", "close"]), message: base64Schema }))
      .check(z.minLength(1), z.maxLength(2)),
    view: confirmViewSchema,
  }),
  z.object({ method: z.literal("export") }),
  /** New device: the frame itself has a link mailed, whose own page brings the wallet here. Answer: address. */
  z.object({ method: z.literal("recover") }),
  /** Shows the address, whole and as a code, until the frame is gone or `cancel` comes; then it ends as `declined`. */
  z.object({ method: z.literal("receive") }),
  z.object({ method: z.literal("lock") }),
  /** The dialog was closed: what is being shown is declined. */
  z.object({ method: z.literal("cancel") }),
]);

export const signerErrorCodes = [
  "declined",
  "refused",
  "wallet_missing",
  "recovery_needed",
  "storage_unavailable",
  "unavailable",
  "unsupported",
] as const;
export type SignerErrorCode = (typeof signerErrorCodes)[number];

export const signerAnswerSchema = z.union([
  z.object({
    id: z.int(),
    result: z.union([
      z.object({ address: z.nullable(addressSchema) }),
      z.object({ signature: signatureSchema }),
      z.object({ signatures: z.array(signatureSchema) }),
      z.object({}),
    ]),
  }),
  z.object({ id: z.int(), error: z.object({ code: z.enum(signerErrorCodes), message: z.string() }) }),
]);

export const signerEventSchema = z.discriminatedUnion("event", [
  /** The frame's content needs this many CSS pixels in height. */
  z.object({ event: z.literal("height"), pixels: z.number() }),
  /** This part of the frame, in CSS pixels from its top, is to be scrolled into sight: the frame can't scroll the dialog. */
  z.object({ event: z.literal("reveal"), top: z.number(), height: z.number() }),
  /** What the confirm view is doing, so that the dialog knows when it may not close. */
  z.object({
    event: z.literal("phase"),
    phase: z.enum(["loading", "waiting", "signing", "refused", "failed", "done"]),
  }),
  /** The wallet token is used up: the app answers with a fresh `session` request. */
  z.object({ event: z.literal("session_needed") }),
]);

/** The frame's first words to its parent. */
export const signerReadySchema = z.object({ tribeSigner: z.literal(signerProtocolVersion), ready: z.literal(true) });
/** The app's first words to the frame, with the MessagePort transferred beside them. */
export const signerConnectSchema = z.object({
  tribeSigner: z.literal(signerProtocolVersion),
  connect: z.literal(true),
});
/** A request as it travels: its id beside it, so that answers find their way back. */
export const signerEnvelopeSchema = z.object({ id: z.int(), request: signerRequestSchema });

/**
 * What the signer's host serves at `/config.json`, so that one build of the frame runs in every installation.
 * The frame talks to no other origins than the API's and the node's.
 */
export const signerConfigSchema = z.object({
  /** The only origin that may embed and command the frame. */
  appOrigin: z.string().check(z.regex(/^https?:\/\/[^/]+$/, "must be an origin")),
  apiOrigin: z.string().check(z.regex(/^https?:\/\/[^/]+$/, "must be an origin")),
  programAddress: addressSchema,
  adminAddress: addressSchema,
  /** Solana's JSON-RPC that the frame asks before it shows a transaction. Never the page's to choose. */
  rpcUrl: z.url({ protocol: /^https?$/ }),
  /** The cluster's lookup table for airdrops, whose content the frame checks on chain; absent where there is none. */
  lookupTable: z.optional(z.nullable(addressSchema)),
  /**
   * The public half of the key that says whose account is whose (`handle-statement.ts`), on localhost alone: everywhere else
   * the frame believes only the key that its build was made with.
   */
  attestationKey: z.optional(z.nullable(addressSchema)),
});

export type SignerAirdrop = z.output<typeof signerAirdropSchema>;
export type SignerAirdropStep = z.output<typeof signerAirdropStepSchema>;
export type SignerRequest = z.output<typeof signerRequestSchema>;
export type SignerAnswer = z.output<typeof signerAnswerSchema>;
export type SignerEvent = z.output<typeof signerEventSchema>;
export type SignerPhase = Extract<SignerEvent, { event: "phase" }>["phase"];
export type SignerEnvelope = z.output<typeof signerEnvelopeSchema>;
export type SignerConfig = z.output<typeof signerConfigSchema>;
