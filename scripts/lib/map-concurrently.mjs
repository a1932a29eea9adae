/**
 * Runs `work` over all items, at most `concurrency` at a time.
 * @template Item, Result
 * @param {readonly Item[]} items
 * @param {number} concurrency
 * @param {(item: Item) => Promise<Result>} work
 * @returns {Promise<Result[]>} in the order of the items
 */
export const mapConcurrently = async (items, concurrency, work) => {
  const results = new Array(items.length);
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index]);
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
  return results;
};
