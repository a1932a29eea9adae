import { ApiError, addressSchema, type ClientFrame, clientFrameSchema, uuidSchema } from "@tribe/contract";
import { findBadText } from "../../net/plain-text.ts";

/**
 * Parses a frame by the contract.
 * @throws ApiError `bad_request` which names the value and the rule
 */
export const parseFrame = (data: string): ClientFrame => {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch (cause) {
    throw new ApiError("bad_request", { message: "A frame must be JSON", cause });
  }
  const bad = findBadText(value);
  if (bad) {
    const place = bad.path.join(".") || "frame";
    throw new ApiError("bad_request", { field: place, message: `${place}: ${bad.rule}` });
  }
  const parsed = clientFrameSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join(".") || "frame";
  throw new ApiError("bad_request", { field, message: `${field}: ${issue?.message ?? "is not a frame"}` });
};

/** What a refused frame was about, as far as can be told. */
export const subjectOf = (data: string): { mint: string | null; clientId: string | null } => {
  try {
    const value: unknown = JSON.parse(data);
    if (typeof value !== "object" || value === null) return { mint: null, clientId: null };
    return {
      mint: addressSchema.safeParse("mint" in value ? value.mint : null).data ?? null,
      clientId: uuidSchema.safeParse("clientId" in value ? value.clientId : null).data ?? null,
    };
  } catch {
    return { mint: null, clientId: null };
  }
};
