/** The two routes of a Tribe, its chat and its market, which share one screen. */
export type TribePlace = "chat" | "market";
