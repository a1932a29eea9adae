import { expect, test } from "vitest";
import { uploadLimits } from "./attachments.ts";

test("an upload may be created as large as the largest file of any kind", () => {
  const { imageBytes, videoBytes, audioBytes, fileBytes } = uploadLimits;
  expect(uploadLimits.maxBytes).toBe(Math.max(imageBytes, videoBytes, audioBytes, fileBytes));
});
