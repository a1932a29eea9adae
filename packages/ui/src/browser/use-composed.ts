import { type ComponentPropsWithRef, useState } from "react";

type InputProps = Pick<ComponentPropsWithRef<"input">, "value" | "onChange">;

/**
 * A field's value and handlers, for one whose owner changes what is typed. While an input method composes a word, the field keeps
 * what is composed: written anew in between, it would appear twice. The owner hears of each change all the same.
 */
export const useComposed = ({ value, onChange }: InputProps) => {
  const [composed, setComposed] = useState<string | null>(null);
  if (typeof value !== "string") return { value, onChange };
  return {
    value: composed ?? value,
    onChange: (event: Parameters<NonNullable<InputProps["onChange"]>>[0]) => {
      if (composed !== null) setComposed(event.target.value);
      onChange?.(event);
    },
    onCompositionStart: () => setComposed(value),
    onCompositionEnd: () => setComposed(null),
  };
};
