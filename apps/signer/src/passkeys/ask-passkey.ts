import { wipe } from "../keys/bytes.ts";
import type { Screen } from "../signing/screen.ts";
import type { Stage } from "../signing/stage.ts";
import type { Authenticator } from "./authenticator.ts";

/** `again`: the person wants the browser to ask again. */
type Asked<T> = { readonly kind: "done"; readonly value: T } | { readonly kind: "again" };

/**
 * Runs `run`, which asks for a passkey. Until one answers the person may give up or restart it: a prompt that was overlooked
 * stays open for minutes, some browsers lose theirs, and a second one beside it is refused.
 * @param screens shown while the browser asks, and after a passkey has answered
 * @throws WalletError `declined`, and errors of `run`
 */
export const askPasskey = async <T>(
  stage: Stage,
  authenticator: Authenticator,
  screens: { readonly asking: Screen; readonly answered: Screen },
  run: (authenticator: Authenticator) => Promise<T>,
): Promise<Asked<T>> => {
  const stop = new AbortController();
  const again = stage.ask(screens.asking).then((): Asked<T> => ({ kind: "again" }));
  const ran = run({
    ...authenticator,
    touch: async (of) => {
      const touch = await authenticator.touch({ ...of, signal: stop.signal });
      // If the person gave up at this very moment, nobody waits for the result.
      if (!stop.signal.aborted) stage.show(screens.answered);
      else if (touch.prf) wipe(touch.prf);
      return touch;
    },
  }).then((value): Asked<T> => ({ kind: "done", value }));
  // Nobody handles the rejection of the one that loses the race.
  for (const each of [again, ran]) each.catch(() => undefined);
  try {
    return await Promise.race([ran, again]);
  } finally {
    stop.abort();
  }
};

/** Like {@link askPasskey}, repeated as often as the person wants. */
export const askUntilAnswered = async (...asked: Parameters<typeof askPasskey<unknown>>): Promise<void> => {
  for (;;) if ((await askPasskey(...asked)).kind === "done") return;
};
