import { type RefObject, useEffect, useEffectEvent } from "react";
import type { VirtuosoHandle } from "react-virtuoso";

/** Scrolls to a found message once. @param target names it in the loaded part of the chat; null while it isn't there */
export const useScrollToFound = (
  list: RefObject<VirtuosoHandle | null>,
  target: string | null,
  index: number,
): void => {
  const scroll = useEffectEvent(() => list.current?.scrollToIndex({ index, align: "center" }));
  useEffect(() => {
    if (target !== null) scroll();
  }, [target]);
};
