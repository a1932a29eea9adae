/** What became of the person's money, by how far the transaction came; each catalogue says it in the same sentence. */
export const nothingPaid = "Nothing was signed and nothing was paid.";
export const notSent = "Nothing was sent and nothing was paid.";
export const neverLanded = "It never reached the chain. Nothing was paid.";
export const onlyTheFee = "It was undone completely. Only the network fee may have been charged.";
