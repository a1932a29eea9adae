/** Looks for viruses in files. */
export interface Scanner {
  /** Whether anything was found in a file's bytes. @throws ScannerError when they could not be looked at */
  isInfected(path: string): Promise<boolean>;
}

/** The scanner did not answer, or did not look at the whole file: nothing is known of it. */
export class ScannerError extends Error {
  override readonly name = "ScannerError";
}
