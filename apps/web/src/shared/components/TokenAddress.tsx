import type { Mint } from "@tribe/contract";
import { Address } from "./Address.tsx";
import { ExplorerIconLink } from "./ExplorerIconLink.tsx";

/** A token's address to copy, with the token's page in the explorer. */
export const TokenAddress = ({ mint }: { mint: Mint }) => (
  <span className="inline-flex items-center">
    <Address address={mint} />
    <ExplorerIconLink token={mint} />
  </span>
);
