import { type FailureDetails, failureDetails } from "./failure-details.ts";
import type { FailureWords } from "./failure-words.ts";
import { isErrorOf, unknownProgram } from "./programs/program-failures.ts";
import { knownProgram, type OurPrograms, type ProgramError, parseProgramError } from "./programs/program-logs.ts";
import { transactionFailure, unknownFailure } from "./transaction-failures.ts";

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

interface ProgramFailed {
  /** Which instruction of the message. */
  readonly index: number;
  readonly number: number;
}

const isInteger = (value: unknown): value is number | bigint => typeof value === "number" || typeof value === "bigint";

/** What `{ InstructionError: [index, { Custom: number }] }` says; null when it is no such error. */
const programFailedOf = (error: unknown): ProgramFailed | null => {
  const instruction = isRecord(error) && Array.isArray(error.InstructionError) ? error.InstructionError : [];
  const [index, inner]: readonly unknown[] = instruction;
  const custom = isRecord(inner) ? inner.Custom : undefined;
  return isInteger(custom) ? { index: isInteger(index) ? Number(index) : -1, number: Number(custom) } : null;
};

/**
 * The number's program by the instruction alone, where that is certain: what our own programs call from inside a trade has
 * no error of theirs, whose numbers begin at 6000. Another program may have passed on the number of one that it called.
 */
const ownByInstruction = (
  { index, number }: ProgramFailed,
  { called = [], programs }: FailedTransaction,
): "curve" | "pool" | null => {
  const program = knownProgram(called[index] ?? "", programs);
  return (program === "curve" || program === "pool") && isErrorOf(program, number) ? program : null;
};

/** What is known of a transaction that failed. */
export interface FailedTransaction {
  /** `err` of a status, a simulation or a transaction; null when it is not known. */
  readonly error: unknown;
  readonly logs: readonly string[] | null;
  readonly programs: OurPrograms;
  /** The program that each instruction of the message calls, in their order; left out when the message is not known. */
  readonly called?: readonly string[];
}

/** A transaction's failure: the words for a person, and for the log what the program said. */
export interface ExplainedFailure {
  readonly words: FailureWords;
  readonly programError: ProgramError | null;
  /** What the chain says itself. */
  readonly details: FailureDetails | null;
  /** The catalogue has a sentence for exactly this. */
  readonly isKnown: boolean;
  /** A program refused it by a number of which nobody knows whose it is: the logs would tell. */
  readonly needsLogs: boolean;
}

/**
 * Turns a transaction's error into the catalogue's words. A program's number belongs to the program that the runtime's
 * own log line names. Without it (the logs are missing, were cut, or tell of another number) it is our own program's where
 * the failed instruction calls that one, and else nobody's.
 */
export const explainFailure = (input: FailedTransaction): ExplainedFailure => {
  const told = parseProgramError(input.logs ?? []);
  const explained = explain(input, told);
  const isKnown = ![unknownFailure.code, unknownProgram.title].some(
    (unknown) => unknown === explained.words.code || unknown === explained.words.title,
  );
  return { ...explained, isKnown, details: detailsOf(input, told) };
};

const detailsOf = (
  { error, logs, called = [] }: FailedTransaction,
  told: ProgramError | null,
): FailureDetails | null => {
  const numbered = programFailedOf(error);
  const isText = typeof error === "string";
  const counts = told !== null && (error === null || numbered?.number === told.code);
  return failureDetails({
    program: (counts ? told.program : null) ?? (numbered && called[numbered.index]) ?? null,
    errorCode: (counts ? told.name : "") || (isText ? error : null),
    errorNumber: (counts ? told.code : numbered?.number) ?? null,
    errorMessage: (counts ? told.message : "") || (error === null || isText ? null : rawText(error)),
    logs,
  });
};

const rawText = (error: unknown): string | null => {
  try {
    return JSON.stringify(error, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value)) ?? null;
  } catch {
    return null;
  }
};

const explain = (
  input: FailedTransaction,
  told: ProgramError | null,
): Pick<ExplainedFailure, "words" | "programError" | "needsLogs"> => {
  const numbered = programFailedOf(input.error);
  const counts = told !== null && (input.error === null || numbered?.number === told.code);
  if (counts) {
    const failed = { program: knownProgram(told.program, input.programs), number: told.code };
    return { words: transactionFailure(input.error, failed), programError: told, needsLogs: false };
  }
  const own = numbered && ownByInstruction(numbered, input);
  const failed = own && { program: own, number: numbered.number };
  return {
    words: transactionFailure(input.error, failed),
    programError: null,
    needsLogs: numbered !== null && own === null,
  };
};
