import * as z from "zod/mini";

/** Zod's own pattern, except that a host's labels must not end in a hyphen (RFC 1123). */
const emailPattern =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,}$/;

/** RFC 5321: 64 characters before the @, 254 in all. */
export const emailSchema = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(254),
    z.regex(/^[^@]{1,64}@/, "must be an e-mail address"),
    z.email({ pattern: emailPattern, error: "must be an e-mail address" }),
  );
