import { type ChatMessage, routes } from "@tribe/contract";
import { createTrader, tokens } from "../support/people/people.ts";
import type { BookScene } from "./book-scene.ts";
import { guestOf } from "./chat-contents.ts";

const rooms = new WeakMap<BookScene, Promise<void>>();

/** Three people chat in the member's own Tribe: a reply, reactions, a link, a pinned message. Once for each scene. */
export const writeConversation = (scene: BookScene): Promise<void> => {
  const known = rooms.get(scene) ?? talk(scene);
  rooms.set(scene, known);
  return known;
};

const talk = async (scene: BookScene): Promise<void> => {
  const { member, ownMint: mint, name, tribe } = scene;
  const guest = await guestOf(scene);
  const third = await createTrader(tribe.appUrl, `${name}third`);
  await third.trade(mint, { side: "buy", tokens: tokens(14) });
  await third.join(mint);
  const [hers, his, theirs] = await Promise.all([member, guest, third].map((person) => person.openChat(mint)));
  if (!hers || !his || !theirs) throw new Error("three people talk");
  const newest = async (): Promise<ChatMessage> => {
    const { messages } = await member.api(routes.chat.messages, { query: { mint, limit: 1 } });
    const [message] = messages;
    if (!message) throw new Error("nobody has said anything");
    return message;
  };
  await hers.send("Tonight at nine: the new track, before anybody else hears it.");
  const announced = await newest();
  await theirs.send("I'm in. Do we get the stems this time?");
  const asked = await newest();
  await hers.send("Yes, for everybody who sits here at nine.", crypto.randomUUID(), { replyTo: asked.id });
  const answered = await newest();
  await his.send("🔥");
  await theirs.send("Read this before: https://example.com/how-it-was-made");
  await theirs.send("It's short.");
  for (const person of [guest, third])
    await person.api(routes.chat.react, { body: { mint, messageId: answered.id, kind: "like" } });
  await third.api(routes.chat.react, { body: { mint, messageId: answered.id, kind: "emoji", emoji: "🎧" } });
  await member.api(routes.chat.pin, { body: { mint, messageId: announced.id } });
  await Promise.all([hers.close(), his.close(), theirs.close()]);
};
