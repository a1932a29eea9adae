import { wipe } from "../keys/bytes.ts";
import type { Screen } from "../signing/screen.ts";
import type { Stage } from "../signing/stage.ts";
import type { Authenticator } from "./authenticator.ts";

/** `again`: the person wants to be asked anew. */
type Asked<T> = { readonly kind: "done"; readonly value: T } | { readonly kind: "again" };

/**
 * Runs what asks for a passkey. Until one answers the person may give it up or be asked anew: a question of the browser's that
 * was overlooked stands for minutes, and some browsers lose theirs, while a second one beside it is refused.
 * @param screens what is shown while the browser asks, and once a passkey has answered
 * @throws WalletError `declined`, and what `run` throws
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
      // Whoever gave it up in this very moment is waited for no more.
      if (!stop.signal.aborted) stage.show(screens.answered);
      else if (touch.prf) wipe(touch.prf);
      return touch;
    },
  }).then((value): Asked<T> => ({ kind: "done", value }));
  // The one that comes second is nobody's any more.
  for (const each of [again, ran]) each.catch(() => undefined);
  try {
    return await Promise.race([ran, again]);
  } finally {
    stop.abort();
  }
};

/** The same, anew for as long as the person wants. */
export const askUntilAnswered = async (...asked: Parameters<typeof askPasskey<unknown>>): Promise<void> => {
  for (;;) if ((await askPasskey(...asked)).kind === "done") return;
};
