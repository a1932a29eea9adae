import { type Lamports, lamports } from "@tribe/contract";
import { formatExact, newTokenScale } from "@tribe/domain/money";
import { compressedPlace, type HistoryEntry } from "./cost-history.ts";

/** The columns of the file of a person's transactions, without those of rates. Amounts have no sign: the kind says the direction. */
export const transactionColumns = [
  "time (UTC)",
  "kind",
  "Tribe",
  "symbol",
  "tokens",
  "SOL with trade fees",
  "trade fees in SOL",
  "network fee in SOL",
  "account deposit paid in SOL",
  "account deposit returned in SOL",
  "from",
  "to",
  "mint",
  "signature",
] as const;

/** The Tribe that entries belong to. */
export interface LineTribe {
  readonly mint: string;
  readonly name: string;
  readonly symbol: string;
}

/** The cells of an entry, in the order of {@link transactionColumns}. */
export const transactionCells = (entry: HistoryEntry, { mint, name, symbol }: LineTribe): string[] => {
  const { event, at, signature, fees, networkFee, deposit } = entry;
  const [from, to] = wallets(event);
  const isNew = (to || from).endsWith(" new");
  const units = event.kind === "carry" ? event.arrived : event.units;
  const sol =
    event.kind === "buy"
      ? event.paid - networkFee
      : event.kind === "sell"
        ? event.received + networkFee - (event.spent ?? 0n)
        : null;
  return [
    at?.toISOString() ?? "",
    kindOf(entry),
    name,
    symbol,
    formatExact(isNew ? units * newTokenScale : units),
    sol === null ? "" : formatExact(lamports(sol > 0n ? sol : 0n)),
    amount(fees),
    amount(networkFee),
    amount(deposit > 0n ? deposit : 0n),
    amount(deposit < 0n ? -deposit : 0n),
    walletOf(from),
    walletOf(to),
    mint,
    signature ?? "",
  ];
};

/** A place without which of the two tokens it has. */
const walletOf = (place: string): string => place.replace(/ (old|new)$/, "");

/** SOL that a Tribe paid to the person. */
export interface Earning {
  readonly kind: "invited" | "paidOut";
  readonly at: Date;
  readonly signature: string;
  readonly amount: Lamports;
  readonly to: string | null;
}

/** The cells of a payment, in the same order. */
export const earningCells = (
  { kind, at, signature, amount: paid, to }: Earning,
  { mint, name, symbol }: LineTribe,
): string[] => [
  ...[at.toISOString(), kind === "invited" ? "earned by inviting" : "paid out to the Chief", name, symbol, ""],
  ...[formatExact(paid), "", "", "", "", "", to ?? "", mint, signature],
];

const amount = (value: bigint): string => (value === 0n ? "" : formatExact(value));

/** Where the tokens left and where they came: the person's wallets, or nothing for somebody else's. */
const wallets = (event: HistoryEntry["event"]): [from: string, to: string] => {
  switch (event.kind) {
    case "buy":
    case "gift":
    case "arrival":
      return ["", event.place];
    case "sell":
    case "departure":
      return [event.place, ""];
    case "carry":
      return [event.from, event.to];
  }
};

const isCompressed = (place: string) => place === compressedPlace(false) || place === compressedPlace(true);

/** What happened, in the file's words. */
const kindOf = ({ event, signature }: HistoryEntry): string => {
  switch (event.kind) {
    case "buy":
    case "sell":
      return event.kind;
    case "gift":
      return isCompressed(event.place) ? "airdrop" : "reward for inviting";
    case "arrival":
      return signature === null ? "received, transaction unknown" : "received";
    case "departure":
      return signature === null ? "sent, transaction unknown" : "sent";
    case "carry":
      if (isCompressed(event.from)) return "claim";
      if (isCompressed(event.to)) return "compress";
      return event.units === event.arrived ? "between own wallets" : "convert";
  }
};
