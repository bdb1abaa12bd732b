export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

export function rounded(value: number, digits = 2): number {
  return Number(value.toFixed(digits));
}
