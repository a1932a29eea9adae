import type { AnswerOf, ApiErrorCode, BodyOf, QueryOf, Route } from "@tribe/contract";

/** A call of the page, decoded as the server would. */
export interface Call<R extends Route = Route> {
  readonly route: R;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
}

/** What the server does in place of answering; made by {@link fails}, {@link download} and the constants. */
export class ScriptedReaction {
  readonly kind: "failure" | "silence" | "unreachable" | "file";
  readonly failure: {
    readonly code: ApiErrorCode;
    readonly message?: string;
    readonly retryAfterSeconds?: number;
    readonly requestId?: string;
  } | null;
  readonly file: BodyInit | null;

  constructor(
    kind: ScriptedReaction["kind"],
    { failure = null, file = null }: Partial<Pick<ScriptedReaction, "failure" | "file">> = {},
  ) {
    this.kind = kind;
    this.failure = failure;
    this.file = file;
  }
}

/** The server refuses with a code of the catalogue. */
export const fails = (
  code: ApiErrorCode,
  details: { readonly message?: string; readonly retryAfterSeconds?: number; readonly requestId?: string } = {},
): ScriptedReaction => new ScriptedReaction("failure", { failure: { code, ...details } });
/** The call arrives, and no answer ever comes. */
export const neverAnswers = new ScriptedReaction("silence");
/** Nothing takes the call: the browser's `fetch` fails. */
export const unreachable = new ScriptedReaction("unreachable");
/** The answer of a route that `produces` something else than the contract's JSON. */
export const download = (file: BodyInit): ScriptedReaction => new ScriptedReaction("file", { file });

type Outcome<R extends Route> = AnswerOf<R> | ScriptedReaction;
/** A route's answer, or how it is made from each call. */
export type Answer<R extends Route> = Outcome<R> | ((call: Call<R>) => Outcome<R> | Promise<Outcome<R>>);

/** A route with its answer, which {@link on} has checked to belong together. */
export interface ScriptedAnswer {
  readonly route: Route;
  readonly give: (call: Call) => unknown;
}

/** What the server answers to a route. What the contract does not allow does not compile. */
export const on = <R extends Route>(route: R, answer: Answer<R>): ScriptedAnswer => {
  // No answer of the contract is a function.
  const give = typeof answer === "function" ? (answer as (call: Call<R>) => unknown) : () => answer;
  // The server decodes each call by its very route.
  return { route, give: (call) => give(call as Call<R>) };
};
