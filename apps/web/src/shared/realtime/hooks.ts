import type { Mint, ServerFrame } from "@tribe/contract";
import { useEffect, useRef } from "react";
import { realtime } from "./connection.ts";

/** Follows a token's trades (null: all tokens') while the component is mounted. */
export const useWatch = (mint: Mint | null): void => useEffect(() => realtime().watch(mint), [mint]);

/** Receives every frame while the component is mounted. */
export const useServerFrames = (onFrame: (frame: ServerFrame) => void): void => {
  const latest = useRef(onFrame);
  useEffect(() => {
    latest.current = onFrame;
  });
  useEffect(() => realtime().listen((frame) => latest.current(frame)), []);
};
