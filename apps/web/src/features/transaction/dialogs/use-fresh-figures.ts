import { useIsFetching } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { haptic } from "../../../shared/hand/haptics.ts";

const isOfMoney = (name: unknown): boolean => name === "balance" || name === "holding";

/** Whether the page has reloaded the figures that a confirmed transaction changed. Later refetches happen behind the success. */
export const useFreshFigures = (): boolean => {
  const isRefreshing = useIsFetching({ predicate: ({ queryKey: [name] }) => isOfMoney(name) }) > 0;
  const [isFresh, setFresh] = useState(!isRefreshing);
  if (!isRefreshing && !isFresh) setFresh(true);
  useEffect(() => {
    if (isFresh) haptic("done");
  }, [isFresh]);
  return isFresh || !isRefreshing;
};
