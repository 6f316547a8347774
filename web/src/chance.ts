// The order of the pack from its seed, as src/tefuda/core/chance.py says, for the browser's own check of a deal.

/** Whether this browser lets the page compute SHA-256: only at secure addresses (https, or this very machine). */
export function canCheck(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

/** What can be published before a deal to prove its seed afterwards: SHA-256 of the seed's text, in hex. */
export async function commitment(seed: string): Promise<string> {
  return [...(await digest(seed))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The order of the numbers from 0 to n - 1 that a seed stands for. */
export async function order(seed: string, n: number): Promise<number[]> {
  const stream = words(seed);
  const things = Array.from({ length: n }, (_, thing) => thing);
  for (let last = n - 1; last > 0; last -= 1) {
    const other = await below(stream, last + 1);
    [things[last], things[other]] = [things[other] as number, things[last] as number];
  }
  return things;
}

/** The words of 32 bits that a seed stands for, without end: eight from the SHA-256 of `SEED/0`, of `SEED/1` ... */
async function* words(seed: string): AsyncGenerator<number, never> {
  for (let block = 0; ; block += 1) {
    const view = new DataView((await digest(`${seed}/${block}`)).buffer);
    for (let at = 0; at < 32; at += 4) yield view.getUint32(at);
  }
}

/** A number from 0 to n - 1, each as likely as the others: words that would favour some are passed over. */
async function below(stream: AsyncGenerator<number, never>, n: number): Promise<number> {
  const limit = 2 ** 32 - (2 ** 32 % n);
  for (;;) {
    const { value } = await stream.next();
    if (value < limit) return value % n;
  }
}

async function digest(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}
