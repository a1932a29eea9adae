/**
 * Posts JSON and reads the answer by the engine's own parser, for answers whose integers a double holds, or of which nobody
 * reads the others. @throws Error for a status that is not of success, or an answer that is no JSON.
 */
export const postJson = async (url: string, body: unknown, signal?: AbortSignal): Promise<unknown> => {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  });
  if (!response.ok) throw new Error(`the node answered with HTTP status ${response.status}`);
  return response.json();
};
