import { defaultSlippageBps } from "@tribe/contract";
import { clampSlippageBps, formatBps } from "@tribe/domain/money";
import { TextField } from "@tribe/ui";
import { memo, useState } from "react";
import { useStore } from "../../state/store.ts";
import { typedAmount } from "../amount/typed-amount.ts";
import { slippage } from "./slippage.ts";

const choices = [100, 500, 1_000] as const;
const percentOf = (bps: number): string => String(bps / 100);

/** How much worse than the quote a trade may be, in percent; kept on this device in basis points. */
export const SlippageSetting = memo(function SlippageSetting() {
  const bps = useStore(slippage);
  const [text, setText] = useState(percentOf(bps));
  const choose = (next: number) => {
    slippage.set(next);
    setText(percentOf(next));
  };
  return (
    <fieldset className="flex items-end gap-2">
      <legend className="pb-1 text-sm text-muted">Slippage {formatBps(bps)}</legend>
      {choices.map((choice) => (
        <button
          key={choice}
          type="button"
          aria-pressed={choice === bps}
          onClick={() => choose(choice)}
          className="min-h-11 flex-1 rounded-control border border-transparent bg-raised px-2 text-sm font-medium hover:bg-hover aria-pressed:border-ember aria-pressed:font-semibold"
        >
          {formatBps(choice)}
        </button>
      ))}
      <TextField
        label="Slippage, %"
        labelHidden
        inputMode="decimal"
        autoComplete="off"
        value={text}
        suffix="%"
        onChange={(event) => {
          const typed = typedAmount(event, text, 2).slice(0, 6);
          setText(typed);
          const wanted = typed === "" ? Number.NaN : Number(typed) * 100;
          slippage.set(clampSlippageBps(wanted, defaultSlippageBps));
        }}
        onBlur={() => setText(percentOf(bps))}
        className="w-24"
      />
    </fieldset>
  );
});
