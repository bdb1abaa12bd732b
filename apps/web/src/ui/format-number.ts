const COUNT = new Intl.NumberFormat('en');

export function formatCount(count: number): string {
  return COUNT.format(count);
}

const SHORT_COUNT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 0 });

/** Exact up to 9,999, then “12K”: for places that must not grow. */
export function formatShortCount(count: number): string {
  return count < 10_000 ? formatCount(count) : SHORT_COUNT.format(count);
}

/** “1 finding”, “1,200 findings”. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** A probability as people read it: “0.04 %”, “97 %”. */
export function formatPercent(share: number): string {
  const percent = share * 100;
  return `${percent >= 10 ? percent.toFixed(0) : percent >= 1 ? percent.toFixed(1) : percent.toFixed(2)} %`;
}
