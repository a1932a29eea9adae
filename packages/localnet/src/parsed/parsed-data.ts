/** Parsed bytes: their type and their content. Some types have no content. */
export interface ParsedData {
  readonly type: string;
  readonly info?: unknown;
}
