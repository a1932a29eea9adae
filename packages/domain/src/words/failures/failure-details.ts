/**
 * A node's or program's own description of a failure, for investigation: never the only text, and never ours. Every text is
 * plain, limited in length, and without characters that change how text is drawn.
 */
export interface FailureDetails {
  /** Address of the program that failed first. */
  readonly program: string | null;
  /** Error Code: the program's or the network's name of the error. */
  readonly errorCode: string | null;
  /** Error Number. */
  readonly errorNumber: number | null;
  /** Error Message, or the raw error without a message. */
  readonly errorMessage: string | null;
  readonly logs: readonly string[];
}

/** The same before cleaning, of any length. */
export type RawDetails = Partial<Omit<FailureDetails, "logs">> & { readonly logs?: readonly string[] | null };

/** Limits of a text's characters and of log lines: the failing program writes last. */
const maxText = 400;
const maxLogs = 60;

/** Control characters, and those that are invisible or change the text direction. */
const unseen = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

const plain = (text: string): string => {
  // Cut first: a node may send megabytes.
  const shown = text
    .slice(0, maxText * 2)
    .replace(unseen, " ")
    .trim();
  return shown.length > maxText || text.length > maxText * 2 ? `${shown.slice(0, maxText)}…` : shown;
};
const plainOrNull = (text: string | null | undefined): string | null => (text ? plain(text) || null : null);

/** Limits and cleans external texts; null when nothing is left. */
export const failureDetails = (raw: RawDetails): FailureDetails | null => {
  const logs = raw.logs ?? [];
  const leftOut = logs.length - maxLogs;
  const details = {
    program: plainOrNull(raw.program),
    errorCode: plainOrNull(raw.errorCode),
    errorNumber: raw.errorNumber !== undefined && Number.isSafeInteger(raw.errorNumber) ? raw.errorNumber : null,
    errorMessage: plainOrNull(raw.errorMessage),
    logs: [...(leftOut > 0 ? [`(${leftOut} lines before)`] : []), ...logs.slice(-maxLogs).map(plain)],
  };
  const { logs: lines, ...facts } = details;
  return lines.length > 0 || Object.values(facts).some((fact) => fact !== null) ? details : null;
};

/** Code, request and details of a failure as text for copying: a line for each, then the logs. */
export const detailsAsText = (code: string, details: FailureDetails | null, requestId?: string): string =>
  [
    ...[
      ["Code", code],
      ["Request", requestId ?? null],
      ["Program", details?.program ?? null],
      ["Error Code", details?.errorCode ?? null],
      ["Error Number", details?.errorNumber ?? null],
      ["Error Message", details?.errorMessage ?? null],
    ].flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`])),
    ...(details?.logs ?? []),
  ].join("\n");

/**
 * Program and Error Number of a code of the catalogue, for a failure that the server followed; null when it is not a program's
 * code.
 */
export const detailsOfCode = ({ code }: { readonly code: string }): FailureDetails | null => {
  const [, program = "", number = ""] = /^([a-z0-9_]+)\.([0-9]{1,10})$/.exec(code) ?? [];
  if (number === "") return null;
  return { program, errorCode: null, errorNumber: Number(number), errorMessage: null, logs: [] };
};
