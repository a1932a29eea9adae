/** A person of the example world. A Chief's display name is the Tribe's name. */
export interface Character {
  readonly handle: string;
  readonly name: string;
  readonly bio: string;
  readonly fundsSol: number;
}

/** One action; all actions of a step happen at about the same time. */
export type Act =
  | { readonly kind: "create"; readonly step: number; readonly who: string; readonly firstBuyTokens: number }
  | {
      readonly kind: "trade";
      readonly step: number;
      readonly who: string;
      /** Handle of the Tribe's Chief. */
      readonly tribe: string;
      readonly side: "buy" | "sell";
      readonly tokens: number;
    }
  /** Buys the rest of a curve, which then migrates. */
  | { readonly kind: "buyOut"; readonly step: number; readonly who: string; readonly tribe: string }
  /** Converts old tokens of a migrated Tribe to new ones, once per person and Tribe. */
  | {
      readonly kind: "convert";
      readonly step: number;
      readonly who: string;
      readonly tribe: string;
      readonly tokens: number;
    }
  /** A swap in the pool, once per person, Tribe and side. */
  | {
      readonly kind: "swapBuy";
      readonly step: number;
      readonly who: string;
      readonly tribe: string;
      readonly sol: number;
    }
  /** In old tokens, at the conversion rate. */
  | {
      readonly kind: "swapSell";
      readonly step: number;
      readonly who: string;
      readonly tribe: string;
      readonly tokens: number;
    }
  /** A Chief airdrops tokens to members and holders, once per Tribe, if the chain has Light's programs. */
  | {
      readonly kind: "airdrop";
      readonly step: number;
      readonly who: string;
      readonly tribe: string;
      readonly tokens: number;
    }
  /** A person claims an airdrop; the others leave theirs unclaimed. */
  | { readonly kind: "claim"; readonly step: number; readonly who: string; readonly tribe: string };

/** Number of steps in the history. */
export const worldSteps = 12;
/** How long ago the first step was, in seconds: two days. */
export const worldAgeSeconds = 172_800;

export const characters: readonly Character[] = [
  { handle: "harbour_radio", name: "Harbour Radio", bio: "Nightly notes from a small port.", fundsSol: 20 },
  { handle: "quiet_maths", name: "Quiet Maths", bio: "One proof a week, slowly.", fundsSol: 20 },
  { handle: "lena_builds", name: "Lena Builds", bio: "Furniture from what others throw away.", fundsSol: 40 },
  { handle: "field_kitchen", name: "Field Kitchen", bio: "Cooking outdoors, in any weather.", fundsSol: 20 },
  { handle: "night_market", name: "Night Market", bio: "Stalls, steam and neon after dark.", fundsSol: 20 },
  { handle: "iris_w", name: "Iris Winter", bio: "", fundsSol: 60 },
  { handle: "bo_larsen", name: "Bo Larsen", bio: "Here for the people.", fundsSol: 160 },
  { handle: "marek_d", name: "Marek D", bio: "", fundsSol: 60 },
];

const trade =
  (side: "buy" | "sell") =>
  (step: number, who: string, tribe: string, tokens: number): Act => ({
    kind: "trade",
    step,
    who,
    tribe,
    side,
    tokens,
  });
const buy = trade("buy");
const sell = trade("sell");

/**
 * Five price histories: one climbs, one shot up and fell, one hardly moves, one is new, and one was bought out and is swapped
 * in its pool. And one airdrop, part of which is still unclaimed. Nobody sells more than they hold; sells that lose a seat are
 * intended.
 */
export const acts: readonly Act[] = [
  { kind: "create", step: 0, who: "harbour_radio", firstBuyTokens: 10 },
  { kind: "create", step: 0, who: "lena_builds", firstBuyTokens: 50 },
  { kind: "create", step: 2, who: "quiet_maths", firstBuyTokens: 0 },
  { kind: "create", step: 9, who: "field_kitchen", firstBuyTokens: 5 },

  buy(1, "iris_w", "harbour_radio", 40),
  buy(3, "bo_larsen", "harbour_radio", 60),
  buy(5, "iris_w", "harbour_radio", 55),
  buy(7, "marek_d", "harbour_radio", 90),
  sell(8, "iris_w", "harbour_radio", 20),
  buy(10, "bo_larsen", "harbour_radio", 120),
  buy(11, "lena_builds", "harbour_radio", 75),

  buy(1, "marek_d", "lena_builds", 400),
  buy(2, "iris_w", "lena_builds", 500),
  buy(3, "marek_d", "lena_builds", 250),
  sell(4, "marek_d", "lena_builds", 300),
  sell(6, "iris_w", "lena_builds", 400),
  sell(9, "marek_d", "lena_builds", 200),
  buy(10, "bo_larsen", "lena_builds", 30),

  buy(4, "bo_larsen", "quiet_maths", 12),
  buy(8, "marek_d", "quiet_maths", 15),

  { kind: "create", step: 1, who: "night_market", firstBuyTokens: 60 },
  buy(3, "iris_w", "night_market", 200),
  { kind: "buyOut", step: 6, who: "bo_larsen", tribe: "night_market" },
  { kind: "convert", step: 8, who: "iris_w", tribe: "night_market", tokens: 150 },
  { kind: "swapBuy", step: 9, who: "marek_d", tribe: "night_market", sol: 2 },
  { kind: "swapSell", step: 11, who: "iris_w", tribe: "night_market", tokens: 40 },

  buy(10, "iris_w", "field_kitchen", 25),
  buy(11, "marek_d", "field_kitchen", 18),

  { kind: "airdrop", step: 11, who: "lena_builds", tribe: "lena_builds", tokens: 20 },
  { kind: "claim", step: 11, who: "marek_d", tribe: "lena_builds" },
];

/** The chat messages, in order. Only members and the Chief of a Tribe write in it. */
export const lines: readonly { readonly tribe: string; readonly who: string; readonly text: string }[] = [
  {
    tribe: "harbour_radio",
    who: "harbour_radio",
    text: "Welcome aboard. Fog tonight, so the foghorn is part of the programme.",
  },
  { tribe: "harbour_radio", who: "iris_w", text: "Listening from the kitchen. The gulls are louder than you." },
  { tribe: "harbour_radio", who: "bo_larsen", text: "Will you play the tape from the lighthouse again?" },
  { tribe: "harbour_radio", who: "harbour_radio", text: "At ten. Bring tea." },
  { tribe: "harbour_radio", who: "marek_d", text: "First night here. This is lovely." },
  { tribe: "lena_builds", who: "lena_builds", text: "Found a door on the pavement. It wants to be a table." },
  { tribe: "lena_builds", who: "bo_larsen", text: "Keep the hinges!" },
  { tribe: "lena_builds", who: "lena_builds", text: "Hinges kept. Photos when the oil is dry." },
  { tribe: "quiet_maths", who: "quiet_maths", text: "This week: why there is always another prime." },
  { tribe: "quiet_maths", who: "marek_d", text: "I read it twice on the tram and missed my stop." },
  { tribe: "night_market", who: "night_market", text: "Sold out. Thank you, all of you. The lanterns stay on." },
  { tribe: "night_market", who: "iris_w", text: "Swapped mine for the new ones. The seat is still warm." },
  { tribe: "field_kitchen", who: "field_kitchen", text: "Rain forecast for Saturday. We cook anyway: soup." },
  { tribe: "field_kitchen", who: "iris_w", text: "I can bring the big pot." },
];
