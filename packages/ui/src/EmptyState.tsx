import type { ReactNode } from "react";

/** A screen or list with nothing in it yet: what will be here, and how to begin. */
export const EmptyState = ({
  icon,
  title,
  message,
  children,
}: {
  icon?: ReactNode;
  title: string;
  message?: ReactNode;
  children?: ReactNode;
}) => (
  <div className="flex flex-col items-center gap-4 px-6 py-12 text-center">
    {icon ? (
      <span aria-hidden className="flex size-14 items-center justify-center rounded-full bg-ember-soft text-ember">
        {icon}
      </span>
    ) : null}
    <div className="flex max-w-sm flex-col gap-1">
      <h2 className="font-display text-lg font-semibold text-balance">{title}</h2>
      {message ? <p className="text-sm text-muted text-pretty">{message}</p> : null}
    </div>
    {children}
  </div>
);
