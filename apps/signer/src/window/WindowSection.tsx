import { type ReactNode, useId } from "react";

/** One part of the wallet's own page, under its heading. */
export const WindowSection = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3 rounded-card border border-line-strong bg-bg p-4">
      <h2 id={id} className="text-base font-semibold text-balance">
        {title}
      </h2>
      {children}
    </section>
  );
};
