/** What happened to the person's money, by how far the transaction got; all catalogues use the same sentences. */
export const nothingPaid = "Nothing was signed and nothing was paid.";
export const notSent = "Nothing was sent and nothing was paid.";
export const neverLanded = "It never reached the chain. Nothing was paid.";
export const onlyTheFee = "It was undone completely. Only the network fee may have been charged.";
