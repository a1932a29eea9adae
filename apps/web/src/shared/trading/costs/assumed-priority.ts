/** Priority that our own estimates leave room for, in micro-lamports per unit; a preparation takes what recent blocks paid. */
export const assumedMicroLamports = 100_000n;
