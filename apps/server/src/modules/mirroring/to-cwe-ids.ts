/** Returns the numbers of texts such as `CWE-79`. Other texts are ignored. */
export function toCweIds(names: readonly string[]): number[] {
  const numbers = names.flatMap((name) => /^\s*CWE-(\d{1,9})\b/i.exec(name)?.[1] ?? []);
  return [...new Set(numbers.map(Number))];
}
