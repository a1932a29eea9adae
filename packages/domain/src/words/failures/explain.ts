import { type FailureDetails, failureDetails } from "./failure-details.ts";
import type { FailureWords } from "./failure-words.ts";
import { isErrorOf, unknownProgram } from "./programs/program-failures.ts";
import { knownProgram, type OurPrograms, type ProgramError, parseProgramError } from "./programs/program-logs.ts";
import { stepFailure } from "./step-failures.ts";
import { transactionFailure, unknownFailure } from "./transaction-failures.ts";

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

interface ProgramFailed {
  /** Index of the instruction in the message. */
  readonly index: number;
  readonly number: number;
}

/** Index of the failed instruction in the message; null when the error is not of one. */
const failedAt = (error: unknown): number | null => {
  const instruction = isRecord(error) && Array.isArray(error.InstructionError) ? error.InstructionError : [];
  const [index]: readonly unknown[] = instruction;
  return isInteger(index) ? Number(index) : null;
};

const isInteger = (value: unknown): value is number | bigint => typeof value === "number" || typeof value === "bigint";

/** Reads `{ InstructionError: [index, { Custom: number }] }`; null for any other error. */
const programFailedOf = (error: unknown): ProgramFailed | null => {
  const instruction = isRecord(error) && Array.isArray(error.InstructionError) ? error.InstructionError : [];
  const [index, inner]: readonly unknown[] = instruction;
  const custom = isRecord(inner) ? inner.Custom : undefined;
  return isInteger(custom) ? { index: isInteger(index) ? Number(index) : -1, number: Number(custom) } : null;
};

/**
 * The program to which the number belongs, by the instruction alone, when that is certain: programs that our own ones call in a
 * trade have no errors from 6000 on. Other programs may have passed on the number of a program that they called.
 */
const ownByInstruction = (
  { index, number }: ProgramFailed,
  { called = [], programs }: FailedTransaction,
): "curve" | "pool" | null => {
  const program = knownProgram(called[index] ?? "", programs);
  return (program === "curve" || program === "pool") && isErrorOf(program, number) ? program : null;
};

/** The known facts of a failed transaction. */
export interface FailedTransaction {
  /** `err` of a status, a simulation or a transaction; null when unknown. */
  readonly error: unknown;
  readonly logs: readonly string[] | null;
  readonly programs: OurPrograms;
  /** The programs that the message's instructions call, in order; absent when the message is unknown. */
  readonly called?: readonly string[];
  /** The indexes of its instructions that close token accounts. */
  readonly closings?: readonly number[];
}

/** A transaction's failure: the text for a person, and the program's own words for the log. */
export interface ExplainedFailure {
  readonly words: FailureWords;
  readonly programError: ProgramError | null;
  /** The chain's own words. */
  readonly details: FailureDetails | null;
  /** The catalogue has a sentence for exactly this failure. */
  readonly isKnown: boolean;
  /** A program failed with a number whose program is unknown: the logs would tell. */
  readonly needsLogs: boolean;
}

/**
 * Maps a transaction's error to the catalogue. A program's number belongs to the program that the runtime's own log line names.
 * Without that line (logs missing, cut, or with another number) it belongs to our own program if the failed instruction calls
 * it, and otherwise to none.
 */
export const explainFailure = (input: FailedTransaction): ExplainedFailure => {
  const logged = parseProgramError(input.logs ?? []);
  const explained = explain(input, logged);
  const isKnown = ![unknownFailure.code, unknownProgram.title].some(
    (unknown) => unknown === explained.words.code || unknown === explained.words.title,
  );
  return { ...explained, isKnown, details: detailsOf(input, logged) };
};

const detailsOf = (
  { error, logs, called = [] }: FailedTransaction,
  logged: ProgramError | null,
): FailureDetails | null => {
  const numbered = programFailedOf(error);
  const isText = typeof error === "string";
  const counts = logged !== null && (error === null || numbered?.number === logged.code);
  return failureDetails({
    program: (counts ? logged.program : null) ?? (numbered && called[numbered.index]) ?? null,
    errorCode: (counts ? logged.name : "") || (isText ? error : null),
    errorNumber: (counts ? logged.code : numbered?.number) ?? null,
    errorMessage: (counts ? logged.message : "") || (error === null || isText ? null : rawText(error)),
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
  logged: ProgramError | null,
): Pick<ExplainedFailure, "words" | "programError" | "needsLogs"> => {
  const numbered = programFailedOf(input.error);
  const counts = logged !== null && (input.error === null || numbered?.number === logged.code);
  // However the token program puts it: an account that was to be closed can't be.
  if (input.closings?.includes(failedAt(input.error) ?? -1))
    return { words: stepFailure("account_not_closed"), programError: counts ? logged : null, needsLogs: false };
  if (counts) {
    const failed = { program: knownProgram(logged.program, input.programs), number: logged.code };
    return { words: transactionFailure(input.error, failed), programError: logged, needsLogs: false };
  }
  const own = numbered && ownByInstruction(numbered, input);
  const failed = own && { program: own, number: numbered.number };
  return {
    words: transactionFailure(input.error, failed),
    programError: null,
    needsLogs: numbered !== null && own === null,
  };
};
