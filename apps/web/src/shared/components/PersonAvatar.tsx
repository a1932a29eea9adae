import { Avatar, type AvatarProps } from "@tribe/ui";
import { useEffect, useState } from "react";
import { idle } from "../time/idle.ts";

type Shape = NonNullable<AvatarProps["shape"]>;

/** By shape and seed. */
const made = new Map<string, string>();
const keyOf = (seed: string, shape: Shape): string => `${shape} ${seed}`;

/** Avatars that were requested together, and are shown together rather than one by one. */
interface Batch {
  /** By their keys. */
  readonly wanted: Map<string, { readonly seed: string; readonly shape: Shape }>;
  readonly drawn: Promise<void>;
}

let open: Batch | null = null;
/** The last batch; each starts after the one before. */
let last: Promise<void> = Promise.resolve();
/** Milliseconds of a frame that drawing may take. */
const drawMs = 6;

/** Draws avatars while the page is idle, as many per turn as there is time for, until all are done. */
const drawAll = async (wanted: Batch["wanted"]): Promise<void> => {
  const { drawAvatar } = await import("./draw-avatar.ts");
  await idle();
  let began = performance.now();
  for (const [key, { seed, shape }] of wanted) {
    if (made.has(key)) continue;
    if (performance.now() - began > drawMs) {
      await idle();
      began = performance.now();
    }
    made.set(key, drawAvatar(seed, shape));
  }
};

const openBatch = (): Batch => {
  const wanted: Batch["wanted"] = new Map();
  const before = last;
  const drawn = Promise.resolve().then(async () => {
    open = null;
    await before.catch(() => undefined); // its own callers handle the error
    await drawAll(wanted);
  });
  last = drawn;
  return { wanted, drawn };
};

/** A stable generated picture for a seed, drawn only when a picture is missing. */
const generate = async (seed: string, shape: Shape): Promise<string | null> => {
  open ??= openBatch();
  const { wanted, drawn } = open;
  wanted.set(keyOf(seed, shape), { seed, shape });
  await drawn;
  return made.get(keyOf(seed, shape)) ?? null;
};

/** An avatar of a person or token that falls back to a generated one. `seed`: uid, address or mint. */
export const PersonAvatar = ({ seed, ...rest }: Omit<AvatarProps, "fallback"> & { seed: string }) => {
  const { src, shape = "person" } = rest;
  const [broken, setBroken] = useState<string | null>(null);
  const isWanted = src === null || broken === src;
  const [fallback, setFallback] = useState<string | null>(() => made.get(keyOf(seed, shape)) ?? null);
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    generate(seed, shape).then(
      (uri) => isCurrent && setFallback(uri),
      () => undefined, // without it the placeholder stays
    );
    return () => {
      isCurrent = false;
    };
  }, [seed, shape, isWanted]);
  return <Avatar {...rest} fallback={fallback} onFailed={() => setBroken(src)} />;
};
