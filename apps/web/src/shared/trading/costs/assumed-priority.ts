/** The priority fee in our own estimates, in micro-lamports per unit; a preparation uses what recent blocks paid. */
export const assumedMicroLamports = 100_000n;
