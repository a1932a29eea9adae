/** Scans files for viruses. */
export interface Scanner {
  /** Whether a virus was found in a file. @throws ScannerError when the file could not be scanned */
  isInfected(path: string): Promise<boolean>;
}

/** The scanner did not answer, or did not scan the whole file: the result is unknown. */
export class ScannerError extends Error {
  override readonly name = "ScannerError";
}
