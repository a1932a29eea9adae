/** The folder of the origin private file system with the files of messages that the server has not acknowledged. */
export const folderName = "tribe-unsent";
export const lockName = "tribe:stored-files";

/** A file to copy into the folder. */
export interface KeepOrder {
  readonly name: string;
  readonly file: Blob;
  /** The most bytes of all files together. */
  readonly mostBytes: number;
}

/** `full`: over our limit or the browser's; `missing`: the browser has no such folder; `unreadable`: the file has changed. */
export type KeepResult = "kept" | "full" | "missing" | "unreadable";
