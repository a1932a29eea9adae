import { mediaTexts } from "@tribe/domain/words";

/** Why this page can't add a file. Its message is a sentence for the person. */
export class FileProblem extends Error {
  override readonly name = "FileProblem";
}

/**
 * Reads one byte: a file that was moved, changed or deleted after it was chosen fails here, while an upload of it looks like a
 * lost connection. @throws FileProblem
 */
export const checkReadable = async (file: Blob): Promise<void> => {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch {
    throw new FileProblem(mediaTexts.gone);
  }
};
