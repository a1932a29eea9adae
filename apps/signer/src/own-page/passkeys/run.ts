import type { trusted } from "../../view/trusted.ts";

/** Makes what a press starts: one thing at a time, named so that its button shows it; what it returns is said to the person. */
export type Run = (what: string, work: () => Promise<string>) => ReturnType<typeof trusted>;
