import { startTransition, useEffect, useState } from "react";
import { idle } from "./idle.ts";

/** False for the first drawing; true as soon as the page has nothing more urgent to do, at the latest after a second. */
export const useRested = (): boolean => {
  const [isRested, setRested] = useState(false);
  useEffect(() => {
    void idle().then(() => startTransition(() => setRested(true)));
  }, []);
  return isRested;
};
