import { Avatar, type AvatarProps } from "@tribe/ui";
import { useEffect, useState } from "react";
import { idle } from "../time/idle.ts";

const made = new Map<string, string>();

/** Those who are drawn together, since they were asked for together: a ring of faces comes as one, not face by face. */
interface Batch {
  readonly seeds: Set<string>;
  readonly drawn: Promise<void>;
}

let open: Batch | null = null;
/** One batch after the other. */
let last: Promise<void> = Promise.resolve();
/** What a frame has room for beside everything else. Milliseconds. */
const drawMs = 6;

/** Draws as many as there is time for when the page has nothing else to do, until all are there. */
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
    await before.catch(() => undefined); // its own people were told
    await drawAll(seeds);
  });
  last = drawn;
  return { seeds, drawn };
};

/** A stable generated picture for a seed (DiceBear "Thumbs", CC0), loaded only where a picture is missing. */
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
      () => undefined, // without it the quiet shape stays
    );
    return () => {
      isCurrent = false;
    };
  }, [seed, isWanted]);
  return <Avatar {...rest} fallback={fallback} onFailed={() => setBroken(src)} />;
};
