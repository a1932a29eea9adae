import { Menu } from "@base-ui/react/menu";
import type { ChatMessage } from "@tribe/contract";
import { classes } from "@tribe/ui";
import { Ellipsis, Heart, Reply, SmilePlus } from "@tribe/ui/icons";
import { useEffect, useEffectEvent } from "react";
import { useRoomParts } from "../../room-context.ts";
import { EmojiPopover } from "../emoji/EmojiPopover.tsx";
import { mainElement } from "../main-element.ts";
import { toggleReaction } from "./commands.ts";
import { menuItems } from "./use-message-menu.ts";

const button =
  "flex size-8 items-center justify-center rounded-control text-muted hover:bg-hover hover:text-text aria-pressed:text-ember-text";

/** The most frequent actions of a message, shown beside it while it has the pointer or the focus. */
export const MessageToolbar = ({
  message,
  onHold,
}: {
  message: ChatMessage;
  /** Called when a part of it is opened or closed: while open, the toolbar stays after the pointer has left. */
  onHold: (isHeld: boolean) => void;
}) => {
  const room = useRoomParts();
  // Releases the hold on unmount: if the message is deleted or scrolled away, its open menu disappears, too.
  const leave = useEffectEvent(() => onHold(false));
  useEffect(() => () => leave(), []);
  const isLiked = message.reactions.some(({ emoji, mine }) => emoji === null && mine);
  return (
    // Stays visible beside a message that is higher than the screen.
    <div className="pointer-events-none absolute inset-y-0 -top-4 right-4 z-10">
      <div
        role="toolbar"
        aria-label="Message"
        className="pointer-events-auto sticky top-2 flex rounded-control border border-line bg-surface shadow-lift"
      >
        <button
          type="button"
          aria-label="Like"
          title="Like"
          aria-pressed={isLiked}
          onClick={() => toggleReaction(message, null)}
          className={button}
        >
          <Heart aria-hidden size={16} className={isLiked ? "fill-current" : ""} />
        </button>
        <EmojiPopover
          label="React with an emoji"
          className={button}
          onPick={(emoji) => toggleReaction(message, emoji)}
          onOpenChange={onHold}
        >
          <SmilePlus aria-hidden size={16} />
        </EmojiPopover>
        <button type="button" aria-label="Reply" title="Reply" onClick={() => room.reply(message)} className={button}>
          <Reply aria-hidden size={16} />
        </button>
        <Menu.Root onOpenChange={onHold}>
          <Menu.Trigger aria-label="More" title="More" className={button}>
            <Ellipsis aria-hidden size={16} />
          </Menu.Trigger>
          <Menu.Portal container={mainElement()}>
            <Menu.Positioner positionMethod="fixed" align="end" sideOffset={4} collisionPadding={8} className="z-50">
              <Menu.Popup className="min-w-44 rounded-card border border-line bg-surface p-1 text-sm shadow-lift outline-none">
                {menuItems(message, room).map(({ key, label, isDanger, run }) => (
                  <Menu.Item
                    key={key}
                    onClick={run}
                    className={classes(
                      "flex min-h-9 cursor-pointer items-center rounded-control px-3 outline-none data-[highlighted]:bg-raised",
                      isDanger && "text-down",
                    )}
                  >
                    {label}
                  </Menu.Item>
                ))}
              </Menu.Popup>
            </Menu.Positioner>
          </Menu.Portal>
        </Menu.Root>
      </div>
    </div>
  );
};
