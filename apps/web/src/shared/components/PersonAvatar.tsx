import { Avatar, type AvatarProps } from "@tribe/ui";
import { useEffect, useState } from "react";
import { idle } from "../time/idle.ts";

const made = new Map<string, string>();

/** Avatars that were requested together, and are shown together rather than one by one. */
interface Batch {
  readonly seeds: Set<string>;
  readonly drawn: Promise<void>;
}

let open: Batch | null = null;
/** The last batch; each starts after the one before. */
let last: Promise<void> = Promise.resolve();
/** Milliseconds of a frame that drawing may take. */
const drawMs = 6;

/** Draws avatars while the page is idle, as many per turn as there is time for, until all are done. */
const drawAll = async (seeds: ReadonlySet<string>): Promise<void> => {
  const { drawAvatar } = await import("./draw-avatar.ts");
  await idle();
  let began = performance.now();
  for (const seed of seeds) {
    if (made.has(seed)) continue;
    if (performance.now() - began > drawMs) {
      await idle();
      began = performance.now();
    }
    made.set(seed, drawAvatar(seed));
  }
};

const openBatch = (): Batch => {
  const seeds = new Set<string>();
  const before = last;
  const drawn = Promise.resolve().then(async () => {
    open = null;
    await before.catch(() => undefined); // its own callers handle the error
    await drawAll(seeds);
  });
  last = drawn;
  return { seeds, drawn };
};

/** A stable generated picture for a seed (DiceBear "Thumbs", CC0), loaded only when a picture is missing. */
const generate = async (seed: string): Promise<string | null> => {
  open ??= openBatch();
  const { seeds, drawn } = open;
  seeds.add(seed);
  await drawn;
  return made.get(seed) ?? null;
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
      () => undefined, // without it the placeholder stays
    );
    return () => {
      isCurrent = false;
    };
  }, [seed, isWanted]);
  return <Avatar {...rest} fallback={fallback} onFailed={() => setBroken(src)} />;
};
