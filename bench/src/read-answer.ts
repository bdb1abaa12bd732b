export interface Reading {
  readonly bytes: number;
  /** Seconds until it arrived. */
  readonly firstByte: number;
  readonly seconds: number;
}

/** Reads a response to its end and discards it. */
export async function readAnswer(url: string, authorization = ''): Promise<Reading> {
  const begin = performance.now();
  const since = () => (performance.now() - begin) / 1000;
  const answer = await fetch(url, { headers: { authorization, 'accept-encoding': 'identity' } });
  if (answer.status !== 200 || !answer.body) throw new Error(await answer.text());
  let [bytes, firstByte] = [0, 0];
  for await (const chunk of answer.body) {
    if (bytes === 0) firstByte = since();
    bytes += chunk.length;
  }
  return { bytes, firstByte, seconds: since() };
}
