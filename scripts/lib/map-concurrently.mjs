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
  // One iterator for all workers: each takes the next item.
  const rest = items.entries();
  const worker = async () => {
    for (const [index, item] of rest) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
  return results;
};
