import { useQuery } from "@tanstack/react-query";
import { mintAddress } from "@tribe/chain/accounts";
import type { TransactionSignature } from "@tribe/contract";
import { creationProgress } from "@tribe/domain/machines";
import { ExplorerLink } from "../../../shared/components/ExplorerLink.tsx";
import { useConfig } from "../../../shared/queries/config.ts";
import { keys } from "../../../shared/queries/keys.ts";
import { useLocalUser } from "../../../shared/queries/local-user.ts";
import type { OpenTransaction } from "../../../shared/transactions/open-transactions.ts";
import { TransactionStatus } from "../../../shared/transactions/TransactionStatus.tsx";
import { TribeIsLive } from "../../create/index.ts";

/** The person's Tribe is on chain: its fire is lit, with a link to its chat. */
export const TribeCreatedView = ({
  signature,
  lastSigned,
}: {
  signature: TransactionSignature;
  lastSigned: OpenTransaction | null;
}) => {
  const user = useLocalUser();
  const mint = useMint(lastSigned);
  const status = creationProgress({ kind: "confirmed", signature });
  if (!user || mint === null) return <TransactionStatus text={status} signature={signature} />;
  return (
    <>
      <TribeIsLive user={user} mint={mint} status={status} />
      <ExplorerLink signature={signature} />
    </>
  );
};

/** The mint is derived from the token id: no need to wait for the local user. */
const useMint = (lastSigned: OpenTransaction | null) => {
  const config = useConfig();
  const tokenId = lastSigned?.via.kind === "creation" ? lastSigned.via.tokenId : null;
  const { data = null } = useQuery({
    queryKey: keys.mintOf(tokenId),
    queryFn: () => (config && tokenId !== null ? mintAddress(tokenId, config.programAddress) : null),
    enabled: config !== null && tokenId !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
};
