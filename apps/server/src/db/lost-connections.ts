/** The errors of connections to the database that could not be opened: operating systems give other hosts' the same codes. */
export const lostConnections = new WeakSet<Error>();
