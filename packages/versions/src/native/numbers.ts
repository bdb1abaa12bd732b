const leadingNumbers = /^[0-9]+(?:\.[0-9]+)*/;

/** The dotted numbers a version starts with. */
export function numbersOf(version: string): string[] {
  return leadingNumbers.exec(version)?.[0].split('.') ?? [];
}

/** The first `count` numbers with the last of them one higher: the next version of that precision. */
export function bump(numbers: readonly string[], count: number): string {
  const kept = Array.from({ length: count }, (_, index) => numbers[index] ?? '0');
  return kept.map((number, index) => (index === count - 1 ? String(BigInt(number) + 1n) : number)).join('.');
}

/** How many numbers up to and with the first that is not zero: what a caret leaves fixed. */
export function significantCount(numbers: readonly string[]): number {
  const index = numbers.findIndex((number) => BigInt(number) !== 0n);
  return index < 0 ? numbers.length : index + 1;
}
