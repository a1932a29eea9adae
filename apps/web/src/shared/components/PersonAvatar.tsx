import { Avatar, type AvatarProps } from "@tribe/ui";
import { useEffect, useState } from "react";
import { idle } from "../time/idle.ts";

const made = new Map<string, string>();

/** Pictures are drawn one after the other, each when the page has nothing else to do: a list has many at once. */
let lastTurn: Promise<void> = Promise.resolve();
const turn = (): Promise<void> => {
  lastTurn = lastTurn.then(idle);
  return lastTurn;
};

/** A stable generated picture for a seed (DiceBear "Thumbs", CC0), loaded only where a picture is missing. */
const generate = async (seed: string): Promise<string> => {
  const { drawAvatar } = await import("./draw-avatar.ts");
  if (!made.has(seed)) await turn();
  const known = made.get(seed);
  if (known) return known;
  const uri = drawAvatar(seed);
  made.set(seed, uri);
  return uri;
};

/** An avatar of a person or token that falls back to a generated one. `seed`: uid, address or mint. */
export const PersonAvatar = ({ seed, ...rest }: Omit<AvatarProps, "fallback"> & { seed: string }) => {
  const { src } = rest;
  const [broken, setBroken] = useState<string | null>(null);
  const isWanted = src === null || broken === src;
  const [fallback, setFallback] = useState<string | null>(() => made.get(seed) ?? null);
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    generate(seed).then(
      (uri) => isCurrent && setFallback(uri),
      () => undefined, // without it the quiet shape stays
    );
    return () => {
      isCurrent = false;
    };
  }, [seed, isWanted]);
  return <Avatar {...rest} fallback={fallback} onFailed={() => setBroken(src)} />;
};
