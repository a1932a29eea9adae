import { Avatar, type AvatarProps } from "@tribe/ui";
import { useEffect, useState } from "react";

const made = new Map<string, string>();

/** A stable generated picture for a seed (DiceBear "Thumbs", CC0), loaded only where a picture is missing. */
const generate = async (seed: string): Promise<string> => {
  const known = made.get(seed);
  if (known) return known;
  const { drawAvatar } = await import("./draw-avatar.ts");
  const uri = drawAvatar(seed);
  made.set(seed, uri);
  return uri;
};

/** An avatar of a person or token that falls back to a generated one. `seed`: uid, address or mint. */
export const PersonAvatar = ({ seed, ...rest }: Omit<AvatarProps, "fallback"> & { seed: string }) => {
  const [fallback, setFallback] = useState<string | null>(() => made.get(seed) ?? null);
  useEffect(() => {
    let isCurrent = true;
    generate(seed).then(
      (uri) => isCurrent && setFallback(uri),
      () => undefined, // without it the quiet shape stays
    );
    return () => {
      isCurrent = false;
    };
  }, [seed]);
  return <Avatar {...rest} fallback={fallback} />;
};
