/** Why a camera or a microphone can't be opened. */
export type DeviceProblem = "refused" | "missing" | "busy" | "other";

/** What a failure to open a camera or a microphone means. Not in every browser is an `OverconstrainedError` a `DOMException`. */
export const deviceProblem = (error: unknown): DeviceProblem => {
  const name = typeof error === "object" && error !== null && "name" in error ? error.name : "";
  switch (name) {
    case "NotAllowedError":
    case "SecurityError":
      return "refused";
    case "NotFoundError":
    case "OverconstrainedError":
      return "missing";
    case "NotReadableError":
    case "AbortError":
      return "busy";
    default:
      return "other";
  }
};
