import { type Key, parseKey, parseSig, type Sig } from "../codec/keys.ts";
import { readAccountEncoding } from "../rpc/encode-account.ts";
import { invalidParams } from "../rpc/errors.ts";
import { readFilters } from "../rpc/filters.ts";
import { readBlockOptions } from "../rpc/methods/blocks.ts";
import type { Params } from "../rpc/params.ts";
import type { BareTopic, NamedTopic, TopicKind } from "./topics.ts";

/** Parses an address or signature with PubSub's error texts, which differ from those of HTTP. */
function readAs<T>(text: string, parse: (text: string) => T | undefined, thing: string): T {
  const value = parse(text);
  if (value === undefined) throw invalidParams(`Invalid Request: Invalid ${thing} provided`);
  return value;
}

/** A filter that is a word or an object with one field of the address. */
function readMentions(params: Params, keywords: readonly string[], field: string): unknown {
  const wanted = params.at(0);
  if (typeof wanted === "string" && keywords.includes(wanted)) return undefined;
  const inside = typeof wanted === "object" ? params.config(0).at(field) : undefined;
  if (inside !== undefined) return inside;
  const allowed = [...keywords, field].map((word) => `\`${word}\``).join(", ");
  throw invalidParams(`Invalid params: unknown variant, expected one of ${allowed}.`);
}

function nameOf(kind: TopicKind, ...parts: readonly (Key | Sig | string | boolean | undefined)[]): string {
  return JSON.stringify([kind, ...parts]);
}

function bare(kind: BareTopic["kind"]) {
  return (params: Params): NamedTopic => {
    params.none();
    return { name: nameOf(kind), topic: { kind } };
  };
}

/** How the parameters of `xSubscribe` are read, by x. Each throws RpcError -32602. */
export const READERS: Readonly<Record<TopicKind, (params: Params) => NamedTopic>> = {
  account: (params) => {
    const config = params.between(1, 2).config(1);
    const key = readAs(params.string(0), parseKey, "pubkey");
    // A node parses a slice here, but still sends the whole data.
    const encoding = { ...readAccountEncoding(config), slice: undefined };
    const commitment = config.commitment();
    const name = nameOf("account", commitment, key, encoding.encoding);
    return { name, topic: { kind: "account", commitment, key, encoding } };
  },
  program: (params) => {
    const config = params.between(1, 2).config(1);
    const key = readAs(params.string(0), parseKey, "pubkey");
    const encoding = { ...readAccountEncoding(config), slice: undefined };
    const matches = readFilters(config);
    const commitment = config.commitment();
    const filters = JSON.stringify(config.list("filters") ?? []);
    const name = nameOf("program", commitment, key, encoding.encoding, filters);
    return { name, topic: { kind: "program", commitment, key, encoding, matches } };
  },
  logs: (params) => {
    const commitment = params.between(1, 2).config(1).commitment();
    const list = readMentions(params, ["all", "allWithVotes"], "mentions");
    if (list === undefined) {
      return { name: nameOf("logs", commitment), topic: { kind: "logs", commitment, mentions: undefined } };
    }
    if (!Array.isArray(list) || list.length !== 1 || typeof list[0] !== "string") {
      throw invalidParams("Invalid Request: Only 1 address supported");
    }
    const mentions = readAs(list[0], parseKey, "mentions");
    return { name: nameOf("logs", commitment, mentions), topic: { kind: "logs", commitment, mentions } };
  },
  signature: (params) => {
    const config = params.between(1, 2).config(1);
    const signature = readAs(params.string(0), parseSig, "signature");
    const commitment = config.commitment();
    const received = config.boolean("enableReceivedNotification");
    const name = nameOf("signature", commitment, signature, received);
    return { name, topic: { kind: "signature", commitment, signature, received } };
  },
  block: (params) => {
    const given = params.between(1, 2).config(1);
    const commitment = given.commitment();
    if (commitment === "processed") throw invalidParams("Method does not support commitment below `confirmed`");
    const text = readMentions(params, ["all"], "mentionsAccountOrProgram");
    const keywords = typeof text === "string" ? text : "";
    const mentions = text === undefined ? undefined : readAs(keywords, parseKey, "mentions_account_or_program");
    // Unlike getBlock, it has another default encoding, another name for the rewards, and includes them by default.
    const options = readBlockOptions(
      given.with("rewards", given.boolean("showRewards")).with("encoding", given.string("encoding") ?? "base64"),
    );
    const name = nameOf("block", commitment, mentions, JSON.stringify(options));
    return { name, topic: { kind: "block", commitment, mentions, options } };
  },
  slot: bare("slot"),
  root: bare("root"),
  slotsUpdates: bare("slotsUpdates"),
  vote: bare("vote"),
};
