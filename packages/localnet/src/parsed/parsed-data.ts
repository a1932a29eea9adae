/** Bytes in words: what they are, and what they say. Some kinds say nothing beyond their name. */
export interface ParsedData {
  readonly type: string;
  readonly info?: unknown;
}
