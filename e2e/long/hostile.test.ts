import { hostileStory } from "../hostile/hostile-story.ts";

const hourMs = 3_600_000;
hostileStory({ name: "an hour's", isOver: (_, ms) => ms > hourMs, timeoutMs: 2 * hourMs });
