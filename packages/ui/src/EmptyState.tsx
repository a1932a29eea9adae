import type { ReactNode } from "react";

/** An empty screen or list: what will be here, and how to begin. */
export const EmptyState = ({
  icon,
  title,
  message,
  heading: Heading = "h2",
  children,
}: {
  icon?: ReactNode;
  title: string;
  message?: ReactNode;
  /** `h1` when it is the page's only content. */
  heading?: "h1" | "h2";
  children?: ReactNode;
}) => (
  <div className="flex flex-col items-center gap-4 px-6 py-12 text-center">
    {icon ? (
      <span aria-hidden className="flex size-14 items-center justify-center rounded-full bg-ember-soft text-ember-text">
        {icon}
      </span>
    ) : null}
    <div className="flex max-w-sm flex-col gap-1">
      <Heading className="font-display text-lg font-semibold text-balance">{title}</Heading>
      {message ? <p className="text-sm text-muted text-pretty">{message}</p> : null}
    </div>
    {children}
  </div>
);
