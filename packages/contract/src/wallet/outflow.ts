import * as z from "zod/mini";
import { addressSchema, base64Schema, signatureSchema, timeSchema } from "../primitives.ts";

/** Base units or lamports, as a decimal string. */
const unitsText = z.string().check(z.regex(/^(0|[1-9][0-9]{0,19})$/, "must be a whole number"));

/** A SHA-256 digest in base64. */
const digestSchema = base64Schema.check(z.maxLength(44));

/** Tokens of one mint, in base units. */
export const tokensSchema = z.object({ mint: addressSchema, units: unitsText });

/**
 * What a signature lets out of a wallet, as the signer decoded it. Network fees, and deposits of the wallet's own accounts, count
 * nowhere: nobody else gets them.
 */
export const outflowSchema = z.discriminatedUnion("kind", [
  /** Buys a token: `lamports` at most, fees included, for at least `units` of this mint. */
  z.object({ kind: z.literal("purchase"), mint: addressSchema, lamports: unitsText, units: unitsText }),
  /** Creates a Tribe, buys some of its tokens with it, and pays the deposit of an inviter's account. */
  z.object({ kind: z.literal("firstBuy"), mint: addressSchema, lamports: unitsText, units: unitsText }),
  /** Sends SOL, or tokens and the deposit of the recipient's account, to one recipient. */
  z.object({
    kind: z.literal("transfer"),
    recipient: addressSchema,
    lamports: unitsText,
    tokens: z.nullable(tokensSchema),
  }),
  /** Gives tokens to a Tribe's members or holders. `units` is without the wallet's own part. */
  z.object({
    kind: z.literal("airdrop"),
    /** The mint of the Tribe, on its curve. */
    tribe: addressSchema,
    /** SHA-256 of the list of recipients, in hex. */
    list: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    tokens: tokensSchema,
  }),
]);
export type Outflow = z.output<typeof outflowSchema>;

/** What is about to be signed, and what it lets out. */
export const spendSchema = z.object({
  /** SHA-256 of the transaction's message, or of {@link airdropSubjectText}: signing it again lets out nothing more. */
  subject: digestSchema,
  outflow: outflowSchema,
});
export type Spend = z.output<typeof spendSchema>;

/** The text whose SHA-256 is an airdrop's subject: a passkey approves this list for this Tribe, and nothing else. */
export const airdropSubjectText = (tribe: string, mint: string, list: string): string =>
  `tribe-airdrop:v1:${tribe}:${mint}:${list}`;

/** A spend in one line, as devices and the role `keys` sign it. No part of it can contain a colon or a semicolon. */
export const spendText = ({ subject, outflow }: Spend): string => `${subject};${outflowParts(outflow).join(":")}`;

const outflowParts = (outflow: Outflow): readonly string[] => {
  switch (outflow.kind) {
    case "purchase":
    case "firstBuy":
      return [outflow.kind, outflow.mint, outflow.lamports, outflow.units];
    case "transfer": {
      const { recipient, lamports, tokens } = outflow;
      return [outflow.kind, recipient, lamports, tokens?.mint ?? "", tokens?.units ?? ""];
    }
    case "airdrop": {
      const { tribe, list, tokens } = outflow;
      return [outflow.kind, tribe, list, tokens.mint, tokens.units];
    }
  }
};

/** Whether a spend may be signed, and by what. */
export const spendJudgementSchema = z.discriminatedUnion("kind", [
  /** It was counted before, or a passkey approved exactly this. */
  z.object({ kind: z.literal("free") }),
  /** It fits into the day's allowance. */
  z.object({ kind: z.literal("allowed") }),
  /** A day was waited for it. */
  z.object({ kind: z.literal("waited"), wait: z.string() }),
  /** A passkey, or a day's wait. */
  z.object({
    kind: z.literal("stepUp"),
    /** More than the allowance has left, or tokens whose worth is unknown. */
    reason: z.enum(["allowance", "worth"]),
    /** Lamports that a press may still let out. */
    left: unitsText,
    /** When a wait that has begun for this ends, ms since 1970; null without one. */
    readyAt: z.nullable(timeSchema),
  }),
]);
export type SpendJudgement = z.output<typeof spendJudgementSchema>;

const statementFields = {
  uid: z.string(),
  /** The wallet. */
  address: addressSchema,
  /** The signer's, of this call: no older statement can take its place. */
  nonce: base64Schema.check(z.length(44)),
  /** The server's time, ms since 1970. */
  now: timeSchema,
  judgement: spendJudgementSchema,
  /** Worth of what leaves, in lamports; null if unknown. */
  worth: z.nullable(unitsText),
  /** Passkeys in force. */
  passkeys: z.array(z.string()),
  /** Whether this wallet never sent anything to the recipient; false where there is none. */
  isFirst: z.boolean(),
  /** An address that this wallet sent to before and that begins and ends like the recipient's; null for none. */
  lookalike: z.nullable(addressSchema),
};

export const unsignedSpendStatementSchema = z.object(statementFields);
export type UnsignedSpendStatement = z.output<typeof unsignedSpendStatementSchema>;

/** What the role `keys` says of a spend, under its attestation key. */
export const spendStatementSchema = z.object({
  ...statementFields,
  /** Ed25519 over {@link spendStatementText}, base58. */
  signature: signatureSchema,
});
export type SpendStatement = z.output<typeof spendStatementSchema>;

/** The signed text, UTF-8. */
export const spendStatementText = (spend: Spend, statement: UnsignedSpendStatement): string => {
  const { uid, address, nonce, now, judgement, worth, passkeys, isFirst, lookalike } = statement;
  const judged =
    judgement.kind === "stepUp"
      ? [judgement.kind, judgement.reason, judgement.left, judgement.readyAt]
      : judgement.kind === "waited"
        ? [judgement.kind, judgement.wait]
        : [judgement.kind];
  const parts = [uid, address, nonce, now, spendText(spend), judged, worth, passkeys, isFirst, lookalike];
  return `tribe-spend:v1:${JSON.stringify(parts)}`;
};

/** The signed text of {@link setUpStatementSchema}, UTF-8. */
export const setUpStatementText = (of: {
  readonly uid: string;
  readonly address: string;
  readonly subject: string;
  readonly slot: number;
  readonly nonce: string;
}): string => `tribe-set-up:v1:${JSON.stringify([of.uid, of.address, of.subject, of.slot, of.nonce])}`;

/** That an airdrop may set up its account in a slot, under the attestation key of the role `keys`. */
export const setUpStatementSchema = z.object({
  /** Ed25519 over {@link setUpStatementText}, base58. */
  signature: signatureSchema,
});

/** Who created the Tribe of a mint, before the role `keys` has signed it. */
const creatorFields = {
  mint: addressSchema,
  creator: addressSchema,
  /** Base units of the curve's mint that people hold or held before the migration: what a list of holders is a part of. */
  supply: unitsText,
  /** Milliseconds since 1970. */
  expiresAt: timeSchema,
};

export const creatorStatementSchema = z.object({
  ...creatorFields,
  /** Ed25519 over {@link creatorStatementText}, base58. */
  signature: signatureSchema,
});
export type CreatorStatement = z.output<typeof creatorStatementSchema>;

export const creatorStatementText = ({
  mint,
  creator,
  supply,
  expiresAt,
}: Omit<CreatorStatement, "signature">): string => `tribe-creator:v1:${mint}:${creator}:${supply}:${expiresAt}`;
