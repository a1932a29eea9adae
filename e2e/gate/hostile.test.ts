import { hostileStory } from "../hostile/hostile-story.ts";

const inputs = 2_200;
hostileStory({ name: `${inputs}`, isOver: (index) => index >= inputs, timeoutMs: 600_000 });
