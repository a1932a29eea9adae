import { apiErrors } from "@tribe/contract";
import { texts } from "../texts.ts";
import { catalogueOf, type FailureEntry, type FailureWords, tryAgainSoon } from "./failure-words.ts";
import { instructionFailures } from "./instruction-failures.ts";
import { neverLanded, onlyTheFee } from "./money-words.ts";
import { type KnownProgram, programFailure } from "./programs/program-failures.ts";

const broke: FailureEntry = [
  apiErrors.insufficient_sol.message,
  `Your balance doesn't cover it. ${neverLanded}`,
  "Deposit SOL or choose a smaller amount.",
  "after-change",
];
const crowded: FailureEntry = [texts.congestion, `The network was full. ${neverLanded}`, tryAgainSoon, "safe"];
const wrong = (title: string): FailureEntry => [
  title,
  `The network doesn't accept what this page built. ${neverLanded}`,
  "Reload the page and try again. If it happens again, tell us.",
  "after-change",
];

/** Solana's errors of a whole transaction (`TransactionError` of its SDK), and `BlockheightExceeded`, which clients add. */
export const transactionFailures = /* @__PURE__ */ catalogueOf("transaction", {
  AccountInUse: crowded,
  AccountLoadedTwice: wrong("An account is named twice"),
  AccountNotFound: broke,
  ProgramAccountNotFound: wrong("The program isn't on this network"),
  InsufficientFundsForFee: broke,
  InvalidAccountForFee: wrong("This account can't pay fees"),
  AlreadyProcessed: [
    "This transaction was already sent",
    "It is on the chain. Nothing is paid twice.",
    "Check your balance. Don't send it again.",
    "never",
  ],
  BlockhashNotFound: [
    "Blockhash not found",
    `It was too old, or the node is behind. ${neverLanded}`,
    tryAgainSoon,
    "safe",
  ],
  BlockheightExceeded: [
    texts.busyNetwork,
    `It expired before it made it into a block. ${neverLanded}`,
    tryAgainSoon,
    "safe",
  ],
  CallChainTooDeep: wrong("The programs call each other too deep"),
  MissingSignatureForFee: wrong("No signature found"),
  InvalidAccountIndex: wrong("An account is missing"),
  SignatureFailure: wrong("Verify signatures failed"),
  InvalidProgramForExecution: wrong("Not a program that can run"),
  SanitizeFailure: wrong("The transaction is malformed"),
  ClusterMaintenance: ["The network is under maintenance", neverLanded, "Come back later.", "safe"],
  AccountBorrowOutstanding: wrong("A program kept an account open"),
  WouldExceedMaxBlockCostLimit: crowded,
  UnsupportedVersion: wrong("The network doesn't know this version of transaction"),
  InvalidWritableAccount: wrong("An account can't be written to"),
  WouldExceedMaxAccountCostLimit: crowded,
  WouldExceedAccountDataBlockLimit: crowded,
  TooManyAccountLocks: wrong("Too many accounts in one transaction"),
  AddressLookupTableNotFound: wrong("An address table is missing"),
  InvalidAddressLookupTableOwner: wrong("An address table has another owner"),
  InvalidAddressLookupTableData: wrong("An address table is damaged"),
  InvalidAddressLookupTableIndex: wrong("An address table is too short"),
  InvalidRentPayingAccount: broke,
  WouldExceedMaxVoteCostLimit: crowded,
  WouldExceedAccountDataTotalLimit: crowded,
  DuplicateInstruction: wrong("An instruction is there twice"),
  InsufficientFundsForRent: [
    apiErrors.insufficient_sol.message,
    "Your wallet would keep less than the network asks of every account. Nothing was paid.",
    "Deposit SOL or choose a smaller amount.",
    "after-change",
  ],
  MaxLoadedAccountsDataSizeExceeded: wrong("The transaction loads too much"),
  InvalidLoadedAccountsDataSizeLimit: wrong("The transaction's limits aren't valid"),
  ResanitizationNeeded: crowded,
  ProgramExecutionTemporarilyRestricted: [
    "This program is stopped on the network for now",
    neverLanded,
    "Come back later.",
    "safe",
  ],
  UnbalancedTransaction: wrong("What comes in doesn't match what goes out"),
  ProgramCacheHitMaxLimit: crowded,
  CommitCancelled: crowded,
});

/** A failure for which the catalogue has no sentence. */
export const unknownFailure: FailureWords = {
  code: "transaction.unknown",
  title: texts.transactionFailed,
  cause: onlyTheFee,
  nextStep: "Check the amount and your balance, then try again.",
  retry: "after-change",
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const isTransactionError = (name: string): name is keyof typeof transactionFailures =>
  Object.hasOwn(transactionFailures, name);
const isInstructionError = (name: string): name is keyof typeof instructionFailures =>
  Object.hasOwn(instructionFailures, name);

/** Solana's JSON gives an error as a string, or as an object with one key. */
const nameOf = (error: unknown): string =>
  typeof error === "string" ? error : isRecord(error) ? (Object.keys(error)[0] ?? "") : "";

/**
 * The text for a transaction's error from Solana's RPC (`err` of a status, a simulation or a transaction).
 * @param failed the program that failed with its own number, by {@link explainFailure}; null when unknown
 */
export const transactionFailure = (
  error: unknown,
  failed: { readonly program: KnownProgram | null; readonly number: number } | null,
): FailureWords => {
  if (failed) return programFailure(failed.program, failed.number);
  const name = nameOf(error);
  if (isTransactionError(name)) return transactionFailures[name];
  if (name !== "InstructionError" || !isRecord(error) || !Array.isArray(error.InstructionError)) return unknownFailure;
  const inner: unknown = error.InstructionError[1];
  const kind = nameOf(inner);
  if (kind === "Custom" && isRecord(inner)) return programFailure(null, Number(inner.Custom));
  return isInstructionError(kind) ? instructionFailures[kind] : unknownFailure;
};
