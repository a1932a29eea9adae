import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";
import { classes } from "./classes.ts";

export interface TabsProps<Value extends string> {
  /** Name of the group for screen readers. */
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { readonly value: Value; readonly label: string }[];
  /** The panel of the chosen tab. */
  children?: ReactNode;
  className?: string;
}

/** Tabs with arrow keys; the panel below belongs to the chosen one. */
export const Tabs = <Value extends string>({
  label,
  value,
  onChange,
  options,
  children,
  className,
}: TabsProps<Value>) => (
  <Base.Root
    value={value}
    onValueChange={(next) => {
      const option = options.find((candidate) => candidate.value === next);
      if (option) onChange(option.value);
    }}
    className={className}
  >
    <Base.List aria-label={label} activateOnFocus className="flex gap-1 rounded-control bg-raised p-1">
      {options.map((option) => (
        <Base.Tab
          key={option.value}
          value={option.value}
          className={classes(
            "min-h-9 flex-1 rounded-control px-4 text-sm font-medium transition-colors pointer-coarse:min-h-11",
            option.value === value ? "bg-surface text-text" : "text-muted hover:text-text",
          )}
        >
          {option.label}
        </Base.Tab>
      ))}
    </Base.List>
    {options.map((option) => (
      <Base.Panel key={option.value} value={option.value} tabIndex={-1} className="outline-none">
        {option.value === value ? children : null}
      </Base.Panel>
    ))}
  </Base.Root>
);
