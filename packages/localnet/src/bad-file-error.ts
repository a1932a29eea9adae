/** A file on the command line cannot be used; the message says which and why. */
export class BadFileError extends Error {
  constructor(file: string, why: string) {
    super(`${file} ${why}`);
    this.name = "BadFileError";
  }
}
