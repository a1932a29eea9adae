import type { FailureWords } from "./failure-words.ts";
import { knownProgram, type OurPrograms, type ProgramError, parseProgramError } from "./program-logs.ts";
import { rpcFailure } from "./rpc-failures.ts";
import { transactionFailure } from "./transaction-failures.ts";

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** The number of a program in `{ InstructionError: [index, { Custom: number }] }`; null when it is no such error. */
const customOf = (error: unknown): number | null => {
  const instruction = isRecord(error) && Array.isArray(error.InstructionError) ? error.InstructionError : [];
  const inner: unknown = instruction[1];
  const custom = isRecord(inner) ? inner.Custom : undefined;
  return typeof custom === "number" || typeof custom === "bigint" ? Number(custom) : null;
};

/** A transaction's failure: the words for a person, and for the log what the program said. */
export interface ExplainedFailure {
  readonly words: FailureWords;
  readonly programError: ProgramError | null;
}

/**
 * Turns a transaction's error into the catalogue's words. A program's number belongs to the program that the runtime's
 * own log line names; without it (the logs were cut, or tell of another number) it is nobody's.
 */
export const explainFailure = (input: {
  /** `err` of a status, a simulation or a transaction; null when it is not known. */
  readonly error: unknown;
  readonly logs: readonly string[] | null;
  readonly programs: OurPrograms;
}): ExplainedFailure => {
  const told = parseProgramError(input.logs ?? []);
  const custom = customOf(input.error);
  const counts = told !== null && (input.error === null || custom === told.code);
  const programError = counts ? told : null;
  const failed = programError && {
    program: knownProgram(programError.program, input.programs),
    number: programError.code,
  };
  return { words: transactionFailure(input.error, failed), programError };
};

const linesOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((line): line is string => typeof line === "string") : [];

/**
 * The words for the `error` of a JSON-RPC answer: a refused preflight (-32002) is told by the transaction's own error,
 * all others by their code, never by their text.
 */
export const explainRpcError = (error: unknown, programs: OurPrograms): FailureWords => {
  const code = isRecord(error) ? Number(error.code) : Number.NaN;
  const data = isRecord(error) && isRecord(error.data) ? error.data : null;
  if (code !== -32002 || !data || data.err === null || data.err === undefined) return rpcFailure(code);
  return explainFailure({ error: data.err, logs: linesOf(data.logs), programs }).words;
};
