import * as z from "zod/mini";
import { maxAirdropBatchesPerCall, maxClaimsPerConfirmation } from "./constants.ts";
import { addressSchema, base64Schema, signatureSchema } from "./primitives.ts";

/**
 * The protocol between the app and the wallet's frame.
 * || The frame (another origin) posts `{ tribeSigner: 1, ready: true }` to its parent when it has loaded. The app answers with
 * `{ tribeSigner: 1, connect: true }` and transfers a MessagePort, naming the signer's origin as target; the frame checks the
 * app's origin, and from then on both use only the port. Every request has an id and gets exactly one answer. Events come from
 * the frame without an id.
 */
export const signerProtocolVersion = 1;

const confirmViewSchema = z.object({
  /** The dialog's title. The frame does not show it: a name or an amount in it would look like the wallet's own words. */
  title: z.string().check(z.maxLength(120)),
  description: z.string().check(z.maxLength(400)),
  /** The wallet's label for the worst case; `Max Spend` by default. */
  spendLabel: z.optional(z.enum(["Max Spend", "Max SOL Required"])),
});

/** Base units as sent to the frame: a decimal string. */
const unitsText = z.string().check(z.regex(/^(0|[1-9][0-9]{0,19})$/, "must be a whole number"));

/** SHA-256 of an airdrop's list, in hex. */
const listHashText = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** A whole airdrop; the frame computes the recipients' shares itself. */
const signerAirdropSchema = z.object({
  /** The mint of the Tribe whose holders the snapshot has. */
  tribeMint: addressSchema,
  /** The mint of the token that is given. */
  mint: addressSchema,
  tokenType: z.enum(["SPL", "Token-2022"]),
  amount: unitsText,
  toCreator: z.boolean(),
  toMembers: z.boolean(),
  toHolders: z.boolean(),
  /** The snapshot: wallets, their holdings, and whether they have a seat. */
  entries: z.array(z.object({ address: addressSchema, weight: unitsText, isMember: z.boolean() })),
  batchSize: z.int().check(z.minimum(1), z.maximum(64)),
  /** SHA-256 of the expected list of recipients, in hex. */
  listHash: listHashText,
  /** The slot in the list account's address; null without one. */
  slot: z.nullable(z.int().check(z.minimum(0))),
  /** Current price of a compute unit, in micro-lamports. */
  microLamportsPerUnit: unitsText,
});

/** One transaction of the confirmed airdrop. */
const signerAirdropStepSchema = z.object({
  kind: z.enum(["setUp", "batch", "cancel", "close"]),
  /** The batch's index; null for other transactions. */
  index: z.nullable(z.int().check(z.minimum(0))),
  queue: z.nullable(addressSchema),
  makesPool: z.boolean(),
  slot: z.int().check(z.minimum(0)),
  message: base64Schema,
});

export const signerRequestSchema = z.discriminatedUnion("method", [
  /** First call: the token with which the frame asks the API for shares. Sent again when it expires. */
  z.object({ method: z.literal("session"), walletToken: z.string(), theme: z.enum(["light", "dark"]) }),
  /** Creates the account's wallet, or returns the existing one. Answer: address. */
  z.object({ method: z.literal("create") }),
  /** Proves that this device can rebuild the key. Answer: address. */
  z.object({ method: z.literal("unlock") }),
  /** Answer: address or null, without reading the key. */
  z.object({ method: z.literal("address") }),
  /**
   * Shows the decoded transaction with Confirm inside the frame. Answer: the user's signature, over the last message that was
   * given for it. `canRenew`: the app prepares it again where the frame asks for that by `renewal_needed`.
   */
  z.object({
    method: z.literal("signTransaction"),
    message: base64Schema,
    view: confirmViewSchema,
    canRenew: z.optional(z.boolean()),
  }),
  /** The message that takes the place of the one that is shown, after `renewal_needed`. */
  z.object({ method: z.literal("renew"), message: base64Schema }),
  z.object({ method: z.literal("signMessage"), message: base64Schema, view: confirmViewSchema }),
  /** Shows several claims of airdrops as one, with one Confirm. Answer: a signature for each. */
  z.object({
    method: z.literal("signClaims"),
    messages: z.array(base64Schema).check(z.minLength(1), z.maxLength(maxClaimsPerConfirmation)),
    view: confirmViewSchema,
  }),
  /** Shows a whole airdrop with Confirm inside the frame. Answer: nothing; the next call works from then on. */
  z.object({ method: z.literal("confirmAirdrop"), airdrop: signerAirdropSchema, view: confirmViewSchema }),
  /** Signs transactions of the airdrop that was confirmed in this same frame. Answer: a signature for each. */
  z.object({
    method: z.literal("signAirdrop"),
    steps: z.array(signerAirdropStepSchema).check(z.minLength(1), z.maxLength(maxAirdropBatchesPerCall)),
  }),
  /** Shows the end of an airdrop, with Confirm inside the frame. Answer: a signature for each. */
  z.object({
    method: z.literal("endAirdrop"),
    /** The slot in the list account's address. */
    slot: z.int().check(z.minimum(0)),
    listHash: listHashText,
    steps: z
      .array(z.object({ kind: z.enum(["cancel", "close"]), message: base64Schema }))
      .check(z.minLength(1), z.maxLength(2)),
    view: confirmViewSchema,
  }),
  z.object({ method: z.literal("export") }),
  /** New device: the frame itself has a link mailed, whose page restores the wallet here. Answer: address. */
  z.object({ method: z.literal("recover") }),
  /** Shows the address, in full and as a QR code, until the frame is removed or `cancel` comes; then it ends as `declined`. */
  z.object({ method: z.literal("receive") }),
  /**
   * Shows the wallet's own page in the frame, where the browser keeps a frame's storage from a window of its own. `handedOver`:
   * what that window gave, sealed for this frame; without it nothing is shown. It ends as `declined`.
   */
  z.object({ method: z.literal("ownPage"), handedOver: z.string().check(z.maxLength(4_000)) }),
  z.object({ method: z.literal("lock") }),
  /** The dialog was closed: the current request is declined. */
  z.object({ method: z.literal("cancel") }),
]);

export const signerErrorCodes = [
  "declined",
  "refused",
  "wallet_missing",
  "recovery_needed",
  "storage_unavailable",
  "browser_too_old",
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
  z.object({
    id: z.int(),
    error: z.object({
      code: z.enum(signerErrorCodes),
      message: z.string(),
      /** The request that failed, as the server's log names it. Older frames do not send it. */
      requestId: z.optional(z.string().check(z.maxLength(64))),
    }),
  }),
]);

export const signerEventSchema = z.discriminatedUnion("event", [
  /** The frame's content needs this many CSS pixels in height. */
  z.object({ event: z.literal("height"), pixels: z.number() }),
  /** Scroll this part of the frame into view (CSS pixels from its top): the frame cannot scroll the dialog. */
  z.object({ event: z.literal("reveal"), top: z.number(), height: z.number() }),
  /** State of the confirm view, so that the dialog knows when it may not close. */
  z.object({
    event: z.literal("phase"),
    phase: z.enum(["loading", "waiting", "signing", "refused", "failed", "done"]),
  }),
  /**
   * The person has confirmed a transaction that may have expired meanwhile, and nothing was signed: the app answers with a `renew`
   * request. A message that differs in its blockhash alone is signed; any other is shown, and confirmed, first.
   */
  z.object({ event: z.literal("renewal_needed") }),
  /** Escape was pressed within the frame, where the dialog around it gets no key. */
  z.object({ event: z.literal("escape") }),
  /** The wallet token has expired: the app answers with a fresh `session` request. */
  z.object({ event: z.literal("session_needed") }),
]);

/** The frame's first message to its parent. */
export const signerReadySchema = z.object({ tribeSigner: z.literal(signerProtocolVersion), ready: z.literal(true) });
/** The app's first message to the frame, with which it transfers the MessagePort. */
export const signerConnectSchema = z.object({
  tribeSigner: z.literal(signerProtocolVersion),
  connect: z.literal(true),
});
/** A request as sent, with an id to match its answer. */
export const signerEnvelopeSchema = z.object({ id: z.int(), request: signerRequestSchema });

/**
 * The file `/config.json` on the signer's host, so that one build of the frame runs in every installation. The frame connects
 * to no other origins than the API's and the node's.
 */
export const signerConfigSchema = z.object({
  /** The only origin that may embed and command the frame. */
  appOrigin: z.string().check(z.regex(/^https?:\/\/[^/]+$/, "must be an origin")),
  apiOrigin: z.string().check(z.regex(/^https?:\/\/[^/]+$/, "must be an origin")),
  programAddress: addressSchema,
  adminAddress: addressSchema,
  /** Solana's JSON-RPC, which the frame calls before it shows a transaction. The page can never choose it. */
  rpcUrl: z.url({ protocol: /^https?$/ }),
  /** A node of another operator, which prices are compared with; absent or null without one. */
  secondRpcUrl: z.optional(z.nullable(z.url({ protocol: /^https?$/ }))),
  /** The cluster's lookup table for airdrops, whose content the frame checks on chain; absent when there is none. */
  lookupTable: z.optional(z.nullable(addressSchema)),
  /**
   * The public key that signs whose social account is whose (`handle-statement.ts`), used on localhost only: everywhere else
   * the frame trusts only the key in its build.
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
