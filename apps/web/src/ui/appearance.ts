export const SCHEMES = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['auto', 'As the system'],
] as const;

export const DENSITIES = [
  ['compact', 'Compact'],
  ['normal', 'Normal'],
  ['roomy', 'Roomy'],
] as const;
export type Density = (typeof DENSITIES)[number][0];

const KEY = 'tallyman-density';

export function readDensity(): Density {
  const given = document.documentElement.getAttribute('data-density');
  return DENSITIES.map(([value]) => value).find((value) => value === given) ?? 'normal';
}

/** Kept by the browser; `appearance.js` applies it before the next first paint. */
export function setDensity(density: Density): void {
  document.documentElement.setAttribute('data-density', density);
  localStorage.setItem(KEY, density);
  window.dispatchEvent(new Event('tallyman-density'));
}

/** The choice of that name, or the first. */
export function choose<T extends string>(
  choices: readonly [readonly [T, string], ...(readonly [T, string])[]],
  value: string,
): T {
  return choices.find(([name]) => name === value)?.[0] ?? choices[0][0];
}
