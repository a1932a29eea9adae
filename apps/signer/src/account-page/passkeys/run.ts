import type { trusted } from "../../view/trusted.ts";

/** Wraps a press's work: one at a time, named so that its button shows progress; the returned text is shown to the person. */
export type Run = (what: string, work: () => Promise<string>) => ReturnType<typeof trusted>;
