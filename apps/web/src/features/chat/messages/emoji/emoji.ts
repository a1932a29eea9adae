/** An emoji with its Unicode name, for screen readers and for the search. */
export interface NamedEmoji {
  readonly emoji: string;
  readonly name: string;
}

const named = (text: string): readonly NamedEmoji[] =>
  text
    .trim()
    .split("\n")
    .map((line) => {
      const [emoji = "", ...words] = line.trim().split(" ");
      return { emoji, name: words.join(" ") };
    });

/** The first emoji of each menu. */
export const quickEmoji: readonly NamedEmoji[] = named(`
👍 thumbs up
😂 face with tears of joy
🙌 raising hands
👀 eyes
💯 hundred points
`);

/** Emoji of one kind, under a heading. */
export interface EmojiGroup {
  readonly title: string;
  readonly emoji: readonly NamedEmoji[];
}

const hands = named(`
👍 thumbs up
👎 thumbs down
👏 clapping hands
🙌 raising hands
🙏 folded hands
💪 flexed biceps
🤝 handshake
👋 waving hand
🤞 crossed fingers
👌 OK hand
🫡 saluting face
`);

const faces = named(`
😀 grinning face
😂 face with tears of joy
🤣 rolling on the floor laughing
😅 grinning face with sweat
😊 smiling face with smiling eyes
😍 smiling face with heart-eyes
🥰 smiling face with hearts
😎 smiling face with sunglasses
🤩 star-struck
🥳 partying face
🤔 thinking face
😏 smirking face
🙄 face with rolling eyes
😬 grimacing face
😴 sleeping face
😢 crying face
😭 loudly crying face
😤 face with steam from nose
😡 enraged face
😱 face screaming in fear
🤯 exploding head
🥶 cold face
🤡 clown face
💀 skull
👻 ghost
🤖 robot
👀 eyes
🧠 brain
`);

const signs = named(`
❤️ red heart
💔 broken heart
🔥 fire
✨ sparkles
⭐ star
💯 hundred points
🎉 party popper
✅ check mark button
❌ cross mark
❓ red question mark
`);

const things = named(`
🎂 birthday cake
🎁 wrapped gift
🏆 trophy
🚀 rocket
🌙 crescent moon
☀️ sun
🌈 rainbow
⚡ high voltage
☕ hot beverage
🍕 pizza
🍻 clinking beer mugs
🎵 musical note
💡 light bulb
📈 chart increasing
📉 chart decreasing
💰 money bag
💎 gem stone
`);

/** The emoji in the picker. Any other can be typed into a message. */
export const emojiGroups: readonly EmojiGroup[] = [
  { title: "Hands", emoji: hands },
  { title: "Faces", emoji: faces },
  { title: "Signs", emoji: signs },
  { title: "Things", emoji: things },
];
export const pickerEmoji: readonly NamedEmoji[] = emojiGroups.flatMap(({ emoji }) => emoji);

const words = (text: string): readonly string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Finds emoji in whose names each typed word is the beginning of a word. */
export const findEmoji = (typed: string): readonly NamedEmoji[] => {
  const wanted = words(typed);
  return pickerEmoji.filter(({ name }) => {
    const own = words(name);
    return wanted.every((start) => own.some((word) => word.startsWith(start)));
  });
};
