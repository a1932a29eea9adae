import { apiErrors } from "@tribe/contract";
import { catalogueOf, type FailureEntry } from "./failure-words.ts";
import { onlyTheFee } from "./money-words.ts";

const refused: FailureEntry = [
  "A program refused this transaction",
  onlyTheFee,
  "Reload the page and try again. If it happens again, tell us.",
  "after-change",
];
const broke: FailureEntry = [
  apiErrors.insufficient_sol.message,
  `Your balance didn't cover it by the time it arrived. ${onlyTheFee}`,
  "Deposit SOL or choose a smaller amount.",
  "after-change",
];
const tooMuch: FailureEntry = [
  "It needed more computing than it may use",
  onlyTheFee,
  "Try again. If it comes back, choose a smaller amount.",
  "safe",
];
const done: FailureEntry = ["This was done already", onlyTheFee, "Reload the page and look again.", "never"];
const unsigned: FailureEntry = ["A signature is missing", onlyTheFee, "Start again.", "safe"];

/** Solana's errors of one instruction (`InstructionError` of its SDK), except `Custom`, which belongs to the program. */
export const instructionFailures = /* @__PURE__ */ catalogueOf("instruction", {
  GenericError: refused,
  InvalidArgument: refused,
  InvalidInstructionData: refused,
  InvalidAccountData: refused,
  AccountDataTooSmall: refused,
  InsufficientFunds: broke,
  IncorrectProgramId: refused,
  MissingRequiredSignature: unsigned,
  AccountAlreadyInitialized: done,
  UninitializedAccount: refused,
  UnbalancedInstruction: refused,
  ModifiedProgramId: refused,
  ExternalAccountLamportSpend: refused,
  ExternalAccountDataModified: refused,
  ReadonlyLamportChange: refused,
  ReadonlyDataModified: refused,
  DuplicateAccountIndex: refused,
  ExecutableModified: refused,
  RentEpochModified: refused,
  NotEnoughAccountKeys: refused,
  AccountDataSizeChanged: refused,
  AccountNotExecutable: refused,
  AccountBorrowFailed: refused,
  AccountBorrowOutstanding: refused,
  DuplicateAccountOutOfSync: refused,
  InvalidError: refused,
  ExecutableDataModified: refused,
  ExecutableLamportChange: refused,
  ExecutableAccountNotRentExempt: broke,
  UnsupportedProgramId: refused,
  CallDepth: tooMuch,
  MissingAccount: refused,
  ReentrancyNotAllowed: refused,
  MaxSeedLengthExceeded: refused,
  InvalidSeeds: refused,
  InvalidRealloc: refused,
  ComputationalBudgetExceeded: tooMuch,
  PrivilegeEscalation: refused,
  ProgramEnvironmentSetupFailure: refused,
  ProgramFailedToComplete: tooMuch,
  ProgramFailedToCompile: refused,
  Immutable: refused,
  IncorrectAuthority: refused,
  BorshIoError: refused,
  AccountNotRentExempt: broke,
  InvalidAccountOwner: refused,
  ArithmeticOverflow: refused,
  UnsupportedSysvar: refused,
  IllegalOwner: refused,
  MaxAccountsDataAllocationsExceeded: tooMuch,
  MaxAccountsExceeded: tooMuch,
  MaxInstructionTraceLengthExceeded: tooMuch,
  BuiltinProgramsMustConsumeComputeUnits: refused,
});
