/** The path of this page, to which a provider sends the browser back. */
export const returnPath = (): string => `${location.pathname}${location.search}`.slice(0, 300);
