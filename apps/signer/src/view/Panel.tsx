import { type ReactNode, useEffect, useRef } from "react";

interface PanelProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** One view of the frame. Its title takes the focus when it appears, so that it is read and the keys work. */
export const Panel = ({ title, children }: PanelProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <section aria-labelledby="title" className="flex flex-col gap-4">
      <h1
        id="title"
        ref={heading}
        tabIndex={-1}
        className="text-lg font-semibold text-balance break-words outline-none"
      >
        {title}
      </h1>
      {children}
    </section>
  );
};
