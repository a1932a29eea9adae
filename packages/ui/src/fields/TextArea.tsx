import { type ComponentPropsWithoutRef, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { classes } from "../classes.ts";

export interface TextAreaProps extends Omit<ComponentPropsWithoutRef<"textarea">, "value" | "defaultValue"> {
  value: string;
  ref?: RefObject<HTMLTextAreaElement | null>;
}

/** Safari has `field-sizing` since 26.2. */
const growsByItself = (): boolean => CSS.supports("field-sizing", "content");

/** Makes a field as high as its text; its own greatest and least height stay. */
const fitHeight = (field: HTMLTextAreaElement): void => {
  const { style, offsetHeight, clientHeight } = field;
  // Measured as low as it gets, with a margin in the place of its height: what is above would otherwise scroll.
  style.minHeight = "0";
  style.height = "0";
  style.marginBottom = `${offsetHeight}px`;
  const { scrollHeight } = field;
  style.minHeight = "";
  style.marginBottom = "";
  style.height = `${scrollHeight + offsetHeight - clientHeight}px`;
};

/** A field of several lines, as high as its text, also in browsers without `field-sizing`. */
export const TextArea = ({ ref, className, value, ...rest }: TextAreaProps) => {
  const own = useRef<HTMLTextAreaElement>(null);
  const field = ref ?? own;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has another height, whoever has changed it
  useLayoutEffect(() => {
    if (field.current && !growsByItself()) fitHeight(field.current);
  }, [field, value]);
  useEffect(() => {
    if (!field.current || growsByItself()) return;
    let width = field.current.clientWidth;
    let turn = 0;
    const observer = new ResizeObserver(() => {
      // Not in this turn: an observer that changes what it observes reports an error.
      turn = requestAnimationFrame(() => {
        if (!field.current || field.current.clientWidth === width) return;
        width = field.current.clientWidth;
        fitHeight(field.current);
      });
    });
    observer.observe(field.current);
    return () => {
      cancelAnimationFrame(turn);
      observer.disconnect();
    };
  }, [field]);
  return (
    <textarea {...rest} ref={field} value={value} className={classes("field-sizing-content resize-none", className)} />
  );
};
