/** The two addresses of a Tribe: its chat and its market. Both are one screen. */
export type TribePlace = "chat" | "market";
