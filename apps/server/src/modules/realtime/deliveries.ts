import { closeCodes, type Mint, type ServerFrame, type TokenId, tokenUnits } from "@tribe/contract";
import type { AppContext } from "../../context/context.ts";
import { nameAndPictureOf, personByUid } from "../identity/index.ts";
import { hasAccess, readSeatLoss, seatReason } from "../membership/index.ts";
import { unreadNoticesOf } from "../notifications/index.ts";
import { frameText } from "./connection.ts";
import type { PresenceChange } from "./events.ts";
import type { Hub } from "./hub.ts";
import { createMessageDelivery, type MessageDelivery } from "./message-delivery.ts";
import { onlineIn } from "./store/online.ts";

/** Delivers committed events to the sockets of those who may see them. @returns what stops it */
export const deliverEvents = (ctx: AppContext, hub: Hub): (() => Promise<void>) => {
  const { bus } = ctx;
  const messages = createMessageDelivery(ctx, hub);
  const stops = [
    bus.subscribe("chat.message", ({ payload }) => messages.deliver(payload)),
    bus.subscribe("chat.changed", ({ payload }) => messages.deliver(payload)),
    bus.subscribe("access.doubted", ({ payload }) => messages.doubt(payload)),
    bus.subscribe("chat.typing", ({ payload: { mint, uid, frame } }) =>
      messages.deliver({ mint, frame, seq: null, except: uid }),
    ),
    bus.subscribe("presence.changed", ({ payload }) => deliverPresence(ctx, hub, messages, payload.changes)),
    bus.subscribe("chat.read", ({ payload: { mint, uid, read } }) =>
      hub.toPerson(uid, frameText({ type: "read", mint, read })),
    ),
    bus.subscribe("seat.changed", ({ payload }) => {
      const { mint, uid, state } = payload;
      if (!hasAccess(state)) hub.cut(mint, uid);
      const entryThresholdTokens = tokenUnits(BigInt(payload.entryThreshold));
      const loss = payload.loss ? readSeatLoss(payload.loss) : null;
      const reason = seatReason(payload);
      hub.toPerson(uid, frameText({ type: "membership", mint, state, entryThresholdTokens, reason, loss }));
    }),
    bus.subscribe("members.changed", ({ payload }) => {
      const frame = frameText({ type: "members", ...payload });
      hub.toMembersAndWatchers(payload.mint, frame);
    }),
    bus.subscribe("trade.indexed", ({ payload }) => hub.toWatchers(payload.mint, payload.frame)),
    bus.subscribe("token.created", ({ payload }) =>
      hub.toWatchers(payload.mint, frameText({ type: "tokenCreated", mint: payload.mint })),
    ),
    // Rare, and every page that offers a trade must offer a swap from then on.
    bus.subscribe("token.migrated", ({ payload }) => hub.toAll(frameText({ type: "migrated", ...payload }))),
    // Shown wherever a list or a Tribe is shown.
    bus.subscribe("live.changed", ({ payload }) => hub.toAll(frameText({ type: "liveNow", ...payload }))),
    bus.subscribe("system.changed", ({ payload }) => hub.toAll(frameText({ type: "system", ...payload }))),
    bus.subscribe("balance.changed", ({ payload }) =>
      hub.toWallets(payload.addresses, frameText({ type: "account", what: "balance" })),
    ),
    bus.subscribe("ticket.changed", ({ payload: { uid, ...rest } }) =>
      hub.toPerson(uid, frameText({ type: "ticket", ...rest })),
    ),
    bus.subscribe("creation.changed", ({ payload: { uid, tokenId, ...rest } }) =>
      hub.toPerson(uid, frameText({ type: "creation", tokenId: BigInt(tokenId) as TokenId, ...rest })),
    ),
    bus.subscribe("user.changed", async ({ payload: { uid } }) => {
      // Most people have no socket in this process.
      if (hub.ofPerson(uid).length === 0) return;
      hub.toPerson(uid, frameText({ type: "account", what: "user" }));
      const person = await personByUid(ctx.db, uid);
      for (const connection of hub.ofPerson(uid)) hub.setAddress(connection, person?.address ?? null);
    }),
    bus.subscribe("notices.changed", async ({ payload }) => {
      const here = payload.uids.filter((uid) => hub.ofPerson(uid).length > 0);
      for (const [uid, unread] of await unreadNoticesOf(ctx.db, here))
        hub.toPerson(uid, frameText({ type: "notifications", unread }));
    }),
    // An operator's command, rare enough to be sent to everybody.
    bus.subscribe("user.faceChanged", async ({ payload: { uid } }) => {
      const person = await personByUid(ctx.db, uid);
      if (person) hub.toAll(frameText({ type: "face", uid, address: person.address, ...nameAndPictureOf(person) }));
    }),
    bus.subscribe("session.ended", ({ payload }) => {
      for (const connection of hub.ofPerson(payload.uid))
        if (connection.caller.sessionId === payload.sessionId)
          connection.close(closeCodes.sessionEnded, "session_ended");
    }),
    // Whoever has the old secrets gets nothing from here on; the person's own page reconnects with the new ones.
    bus.subscribe("session.rotated", ({ payload }) => {
      for (const connection of hub.ofPerson(payload.uid))
        if (connection.caller.sessionId === payload.sessionId) connection.close(closeCodes.goingAway, "going_away");
    }),
  ];
  return async () => {
    for (const stop of stops) stop();
    await messages.stop();
  };
};

/** Above this number of changes the readers get the whole list instead of single changes. */
const fewChanges = 3;

const deliverPresence = async (
  ctx: Pick<AppContext, "db">,
  hub: Hub,
  delivery: MessageDelivery,
  changes: readonly PresenceChange[],
): Promise<void> => {
  const byChat = new Map<Mint, PresenceChange[]>();
  for (const change of changes)
    for (const mint of change.mints)
      if (hub.readersOf(mint).size > 0) byChat.set(mint, [...(byChat.get(mint) ?? []), change]);
  for (const [mint, some] of byChat) {
    const frames: ServerFrame[] =
      some.length > fewChanges
        ? [{ type: "online", mint, uids: [...((await onlineIn(ctx.db, [mint])).get(mint) ?? [])] }]
        : some.map(({ uid, isOnline }) => ({ type: "presence", mint, uid, isOnline }));
    for (const frame of frames) delivery.deliver({ mint, frame: frameText(frame), seq: null, except: null });
  }
};
