import type { TransactionSignature } from "@tribe/contract";
import { Button } from "@tribe/ui";
import { CircleCheck } from "@tribe/ui/icons";
import type { ReactNode } from "react";
import { Sol } from "../../shared/components/Sol.tsx";
import { useCloseThisDialog } from "../../shared/dialogs/dialogs.ts";
import { Worth } from "../../shared/fiat/Worth.tsx";
import { Moment } from "./Moment.tsx";

interface TradeDoneProps {
  readonly title: string;
  readonly signature: TransactionSignature;
  /** What has become of the trader's seat; null if it says nothing. */
  readonly seat: string | null;
  /** What had been paid, and gained or lost by a sale. */
  readonly gain?: ReactNode;
  /** Lamports that a closed token account gave back. */
  readonly depositBack: bigint;
  readonly rows: ReactNode;
  /** A step onwards, which then is the main button. */
  readonly onwards: { readonly label: string; readonly act: () => void } | null;
}

/** A trade that has taken no seat: what came of it, and what has become of the seat. */
export const TradeDone = ({ title, signature, seat, gain, depositBack, rows, onwards }: TradeDoneProps) => {
  const close = useCloseThisDialog();
  return (
    <Moment
      picture={<CircleCheck aria-hidden size={72} strokeWidth={1.5} className="mx-auto mt-6 text-up" />}
      title={title}
      signature={signature}
      action={
        <>
          {onwards ? (
            <Button
              variant="primary"
              className="min-h-12 w-full"
              onClick={() => {
                close();
                onwards.act();
              }}
            >
              {onwards.label}
            </Button>
          ) : null}
          <Button variant={onwards ? "ghost" : "primary"} className="min-h-12 w-full" onClick={close}>
            OK
          </Button>
        </>
      }
    >
      {gain}
      {seat === null ? null : <p className="text-base text-pretty wrap-anywhere">{seat}</p>}
      {depositBack > 0n ? (
        <p className="text-sm text-muted">
          <span className="font-medium whitespace-nowrap text-up">
            +<Sol lamports={depositBack} />
          </span>{" "}
          deposit back <Worth lamports={depositBack} />
        </p>
      ) : null}
      {rows}
    </Moment>
  );
};
