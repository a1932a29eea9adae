import { type RefObject, useEffect, useEffectEvent } from "react";
import type { VirtuosoHandle } from "react-virtuoso";

/** Scrolls to a found message once. @param target names it in the loaded part of the chat; null while it isn't there */
export const useScrollToFound = (
  list: RefObject<VirtuosoHandle | null>,
  target: string | null,
  index: number,
  /** Called before: otherwise a line of another height than estimated, which comes into view, leads back to the end. */
  leaveEnd: () => void,
): void => {
  const scroll = useEffectEvent(() => {
    leaveEnd();
    list.current?.scrollToIndex({ index, align: "center" });
  });
  useEffect(() => {
    if (target !== null) scroll();
  }, [target]);
};
