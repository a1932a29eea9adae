import type { MessageType, Notice, PushPayload } from "@tribe/contract";
import { isolated } from "../people/isolated.ts";
import { seatLossText, seatLossTitle } from "./seat-texts.ts";

/** The text of a line in the list, a push or a mail. */
export interface NoticeText {
  readonly title: string;
  readonly body: string;
}

/** The text for a message without text. */
export const fileTexts: Readonly<Record<MessageType, string>> = {
  text: "A message",
  image: "A picture",
  video: "A video",
  audio: "A voice note",
  file: "A file",
};

const others = (count: number): string => (count === 1 ? "1 other" : `${count} others`);

/** The sentences of a notice. */
export const noticeText = (notice: Notice): NoticeText => {
  switch (notice.type) {
    case "chat_new_message": {
      const { tribe, actor, excerpt, count } = notice;
      // Outside the quotation, or the count would read as quoted.
      const more = count > 1 ? ` · and ${count - 1} more` : "";
      return { title: `${isolated(actor.displayName)} in ${isolated(tribe)}`, body: `${isolated(excerpt)}${more}` };
    }
    case "chat_reply": {
      const { tribe, actor, excerpt, isMention } = notice;
      const did = isMention ? "mentioned you" : "replied to you";
      return { title: `${isolated(actor.displayName)} ${did} in ${isolated(tribe)}`, body: excerpt };
    }
    case "chat_reaction": {
      const { tribe, actor, excerpt, emoji, count } = notice;
      const name = isolated(actor.displayName);
      const who = count > 1 ? `${name} and ${others(count - 1)}` : name;
      const did = emoji === null ? "liked your message" : `reacted ${emoji} to your message`;
      return { title: `${who} ${did} in ${isolated(tribe)}`, body: excerpt };
    }
    case "chat_booted":
      return { title: seatLossTitle(notice.loss, isolated(notice.tribe)), body: seatLossText(notice.loss) };
    case "seat_alarm": {
      const { alarm, amount } = notice;
      const tribe = isolated(notice.tribe);
      if (alarm === "spare")
        return { title: `${amount} to spare in ${tribe}`, body: "Whoever waits outside is close to your seat." };
      return { title: `${tribe} went ${alarm} your price`, body: `A token costs ${amount} now.` };
    }
    case "token_created": {
      const { tribes, count } = notice;
      const names = tribes.map(({ name }) => isolated(name)).join(", ");
      const rest = count > tribes.length ? ` and ${count - tribes.length} more` : "";
      return { title: count === 1 ? "A new Tribe" : `${count} new Tribes`, body: `${names}${rest}` };
    }
    case "system":
      return { title: "From Tribe", body: notice.text };
    case "airdrop":
      return {
        title: `${notice.amount} ${notice.symbol} for you`,
        body: `${isolated(notice.tribe)} sent you an airdrop. Claim it in your wallet.`,
      };
  }
};

/** The same for a screen that others may see: the author, but not the text. */
export const noticeTextWithoutContent = (notice: Notice): NoticeText => {
  const { title, body } = noticeText(notice);
  switch (notice.type) {
    case "chat_new_message":
      return { title: notice.tribe, body: notice.count === 1 ? "1 new message" : `${notice.count} new messages` };
    case "chat_reply":
    case "chat_reaction":
      return { title: notice.tribe, body: title.replace(` in ${isolated(notice.tribe)}`, "") };
    case "chat_booted":
    case "seat_alarm":
    case "token_created":
    case "system":
    case "airdrop":
      return { title, body };
  }
};

/** The push that a person sends to themselves as a test. */
export const testPushText: Pick<PushPayload, "title" | "body" | "route" | "tag"> = {
  title: "Notifications work",
  body: "This is how Tribe reaches you on this device.",
  route: "/notifications",
  tag: "test",
};

/** Messages when the push subscription cannot be created or ended. */
export const pushTexts = {
  signInNeeded: "You must be logged in to subscribe to notifications",
  noKeys: "Failed to get keys",
  noSubscription: "No subscription",
} as const;
