export * from "./entry-offer.ts";
export * from "./entry-without-purchase.ts";
export * from "./membership.ts";
export * from "./safer-seat.ts";
export * from "./seat-projection.ts";
export * from "./seating.ts";
