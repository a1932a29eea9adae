/** The search of a token's address. `stay`: opens what keeps the person's seat, from an alarm. */
export interface TokenSearch {
  readonly stay?: 1;
}

export const readTokenSearch = ({ stay }: Record<string, unknown>): TokenSearch =>
  stay === 1 || stay === "1" ? { stay: 1 } : {};
