import { type Mint, type ServerFrame, serverFrameSchema } from "@tribe/contract";
import * as z from "zod/mini";
import type { Executor } from "../../db/client.ts";
import { writeEvent } from "../../engines/bus/outbox.ts";
import { nameAndPictureOf, type Person } from "../identity/index.ts";

/** Tells the other readers of a chat, on all nodes, that somebody is typing. */
export const publishTyping = async (db: Executor, mint: Mint, person: Person): Promise<void> => {
  const frame: ServerFrame = {
    type: "typing",
    mint,
    uid: person.uid,
    displayName: nameAndPictureOf(person).displayName,
  };
  const text = JSON.stringify(z.encode(serverFrameSchema, frame));
  await writeEvent(db, "chat.typing", { mint, uid: person.uid, frame: text });
};
