import { type ReactNode, useState } from "react";

/**
 * Words that are hidden until they are pressed. They take their place already, so that nothing moves, and neither a selection
 * nor a screen reader gets them before.
 */
export const Spoiler = ({ children }: { children: ReactNode }) => {
  const [isShown, setShown] = useState(false);
  if (isShown) return <span className="rounded-[4px] bg-raised">{children}</span>;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button is one box, which would not break into lines as its words do
    <span
      role="button"
      tabIndex={0}
      aria-label="Show the spoiler"
      onClick={() => setShown(true)}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        setShown(true);
      }}
      className="cursor-pointer rounded-[4px] bg-line-strong box-decoration-clone hover:bg-muted"
    >
      <span aria-hidden className="invisible select-none">
        {children}
      </span>
    </span>
  );
};
