import { unitsPerToken } from "@tribe/contract";
import { creationProgress } from "@tribe/domain/machines";
import { api } from "../../../shared/api/api.ts";
import { dialogs } from "../../../shared/dialogs/dialogs.ts";
import type { DialogPropsByName } from "../../../shared/dialogs/names.ts";
import type { CreationRequest, OpenTransaction } from "../../../shared/transactions/open-transactions.ts";
import { creationPreparer } from "../delivery/creation-preparer.ts";
import { storeFor } from "../engine/store-signed.ts";
import { transactions } from "../engine/transactions.ts";
import { TransactionShell } from "./TransactionShell.tsx";
import { TribeCreatedView } from "./TribeCreatedView.tsx";

type Props = DialogPropsByName["createTokenTransaction"];

/** The creation of the person's Tribe from its preparation to its result. */
export const CreateTokenTransactionDialog = (props: Props) => {
  const { title, description } = props;
  const wish = "resumed" in props ? wishOf(props.resumed) : props.wish;
  return (
    <TransactionShell
      title={title}
      description={description}
      isNew={!("resumed" in props)}
      create={(context) => {
        if ("resumed" in props) return transactions().resume(context, props.resumed);
        const meta = { dialog: "createTokenTransaction", title, description, trade: null } as const;
        return transactions().start(context, creationPreparer(api, props.wish, storeFor(context.uid, meta)));
      }}
      onBack={() => dialogs.open("createToken", { title, firstBuy: wish === null ? "" : typedFirstBuy(wish) })}
      statusText={creationProgress}
      confirmed={(signature, lastSigned) => <TribeCreatedView signature={signature} lastSigned={lastSigned} />}
    />
  );
};

const wishOf = ({ via }: OpenTransaction): CreationRequest | null => (via.kind === "creation" ? via.wish : null);

/** As typed: whole tokens, empty for none. */
const typedFirstBuy = ({ firstBuy }: CreationRequest): string =>
  firstBuy === 0n ? "" : (firstBuy / unitsPerToken).toString();
