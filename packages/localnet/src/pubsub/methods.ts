import type { Method } from "../rpc/dispatch.ts";
import { readAccountEncoding } from "../rpc/encode-account.ts";
import { invalidParams } from "../rpc/errors.ts";
import { readFilters } from "../rpc/filters.ts";
import { type Params, readKey } from "../rpc/params.ts";
import type { Subscriber, Subscriptions, Topic } from "./subscriptions.ts";

const READERS: Record<Topic["kind"], (params: Params) => Topic> = {
  account: (params) => {
    const config = params.atMost(2).config(1);
    const encoding = readAccountEncoding(config);
    return { kind: "account", commitment: config.commitment(), key: params.key(0), encoding };
  },
  program: (params) => {
    const config = params.atMost(2).config(1);
    const encoding = readAccountEncoding(config);
    const matches = readFilters(config);
    return { kind: "program", commitment: config.commitment(), program: params.key(0), matches, encoding };
  },
  logs: (params) => {
    const commitment = params.atMost(2).config(1).commitment();
    const wanted = params.at(0);
    if (wanted === "all" || wanted === "allWithVotes") return { kind: "logs", commitment, mentions: undefined };
    const mentions = params.config(0).list("mentions");
    if (mentions?.length !== 1) {
      throw invalidParams("Invalid Request: Only 1 address supported");
    }
    return { kind: "logs", commitment, mentions: readKey(String(mentions[0])) };
  },
  signature: (params) => {
    const commitment = params.atMost(2).config(1).commitment();
    return { kind: "signature", commitment, signature: params.signature(0) };
  },
  slot: (params) => {
    params.atMost(0);
    return { kind: "slot" };
  },
  root: (params) => {
    params.atMost(0);
    return { kind: "root" };
  },
};

const KINDS: readonly Topic["kind"][] = ["account", "program", "logs", "signature", "slot", "root"];

/** `xSubscribe` and `xUnsubscribe` for one connection. */
export function pubsubMethods(subscriptions: Subscriptions, subscriber: Subscriber, own: Set<number>) {
  const methods = new Map<string, Method>();
  for (const kind of KINDS) {
    methods.set(`${kind}Subscribe`, (params) => {
      const id = subscriptions.add(READERS[kind](params), subscriber);
      own.add(id);
      return id;
    });
    methods.set(`${kind}Unsubscribe`, (params) => {
      const id = params.u64(0);
      own.delete(id);
      if (!subscriptions.remove(id, kind, subscriber)) throw invalidParams("Invalid subscription id.");
      return true;
    });
  }
  return methods;
}
