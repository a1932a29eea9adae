import type { Method } from "../rpc/dispatch.ts";
import { invalidParams } from "../rpc/errors.ts";
import type { Listener } from "./feeds.ts";
import { READERS } from "./read-topic.ts";
import type { Subscriptions } from "./subscriptions.ts";
import type { TopicKind } from "./topics.ts";

const KINDS: readonly TopicKind[] = ["account", "program", "logs", "signature", "slot", "root", "slotsUpdates"];

/** Subscriptions that a node offers only with a flag. */
export interface OptionalKinds {
  readonly enableBlock: boolean;
  readonly enableVote: boolean;
}

/** `xSubscribe` and `xUnsubscribe` for one connection, by name. */
export function pubsubMethods(
  subscriptions: Subscriptions,
  listener: Listener,
  optional: OptionalKinds,
): Map<string, Method> {
  const kinds = [
    ...KINDS,
    ...(optional.enableBlock ? ["block" as const] : []),
    ...(optional.enableVote ? ["vote" as const] : []),
  ];
  const methods = new Map<string, Method>();
  for (const kind of kinds) {
    methods.set(`${kind}Subscribe`, (params) => subscriptions.add(READERS[kind](params), listener));
    methods.set(`${kind}Unsubscribe`, (params) => {
      if (!subscriptions.remove(params.exactly(1).u64(0), listener)) throw invalidParams("Invalid subscription id.");
      return true;
    });
  }
  return methods;
}
