import { defaultSlippageBps, maxSlippageBps } from "@tribe/contract";
import { clampSlippageBps, formatBps } from "@tribe/domain";
import { TextField } from "@tribe/ui";
import { memo, useState } from "react";
import { useStore } from "../store.ts";
import { slippage } from "./slippage.ts";
import { typedAmount } from "./typed-amount.ts";

/** How much worse than the quote a trade may be; kept on this device. */
export const SlippageSetting = memo(function SlippageSetting() {
  const bps = useStore(slippage);
  const [text, setText] = useState(String(bps));
  return (
    <details className="text-sm">
      <summary className="flex min-h-9 cursor-pointer items-center gap-1 text-muted pointer-coarse:min-h-11">
        Slippage {formatBps(bps)}
      </summary>
      <TextField
        label="Slippage in basis points"
        inputMode="numeric"
        autoComplete="off"
        value={text}
        hint={`0 to ${maxSlippageBps}; 100 are 1%.`}
        onChange={(event) => {
          // The dot stays until the field is left, or the digits after it would join those before it.
          const typed = typedAmount(event, text).slice(0, 5);
          setText(typed);
          slippage.set(clampSlippageBps(typed === "" ? Number.NaN : Math.trunc(Number(typed)), defaultSlippageBps));
        }}
        onBlur={() => setText(String(bps))}
        className="pt-1"
      />
    </details>
  );
});
