import { formatExact, parseAmount, paymentLink, sanitizeAmountInput } from "@tribe/domain/money";
import { clipboardTexts, texts } from "@tribe/domain/words";
import { Button, TextField } from "@tribe/ui";
import { QrCode } from "@tribe/ui/qr-code";
import { useState } from "react";
import type { Screen } from "../signing/screen.ts";
import { Panel } from "./Panel.tsx";

/**
 * The wallet's address, shown where no script of the app can change it: as a QR code, in full, and as a request for an amount.
 */
export const ReceiveView = ({ screen: { wallet, isOwn } }: { screen: Extract<Screen, { kind: "receive" }> }) => {
  const [text, setText] = useState("");
  const [said, setSaid] = useState("");
  const lamports = parseAmount(text);
  const isAsked = lamports !== null && lamports > 0n;
  const link = paymentLink({ recipient: wallet, lamports: isAsked ? lamports : null, memo: null });
  const copy = (what: string, done: string) => {
    navigator.clipboard.writeText(what).then(
      () => setSaid(done),
      () => setSaid(clipboardTexts.addressNotCopied),
    );
  };
  return (
    <Panel title="Your address" wallet={wallet}>
      {isOwn ? null : (
        <p className="rounded-control border border-line-strong bg-raised px-2 py-1 text-sm">
          This browser doesn't hold your wallet yet, so it can't check this address for you.
        </p>
      )}
      <div className="flex justify-center">
        {/* Many cameras and exchanges only understand an address; a request is for wallets. */}
        <QrCode
          text={isAsked ? link : wallet}
          label={isAsked ? "QR code of your request" : "QR code of your address"}
        />
      </div>
      <p className="text-center font-mono text-sm wrap-anywhere select-all">{wallet}</p>
      <TextField
        label="Ask for an amount (optional)"
        inputMode="decimal"
        autoComplete="off"
        suffix="SOL"
        value={text}
        onChange={(event) => setText(sanitizeAmountInput(event.target.value, text, { decimals: 9 }))}
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" className="flex-1" onClick={() => copy(wallet, texts.addressCopied)}>
          Copy address
        </Button>
        {isAsked ? (
          <Button
            className="flex-1"
            onClick={() => copy(link, `Link for ${formatExact(lamports)} SOL copied to clipboard`)}
          >
            Copy link
          </Button>
        ) : null}
      </div>
      <p role="status" className="min-h-4 text-center text-xs text-muted">
        {said}
      </p>
    </Panel>
  );
};
