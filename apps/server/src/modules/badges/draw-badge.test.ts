import { expect, test } from 'vitest';
import { COMPONENT_NUMBERS, zerosOf } from '../metric-values/metric-numbers.ts';
import { drawBadge, LABEL_COLOR } from './draw-badge.ts';
import { presentShields } from './present-shields.ts';
import { toBadge, toMessage } from './to-badge.ts';

const numbers = (some: Partial<Record<(typeof COMPONENT_NUMBERS)[number], number>>) => ({
  ...zerosOf(COMPONENT_NUMBERS),
  ...some,
});
const EVERYTHING = numbers({
  critical: 1,
  high: 2,
  medium: 3,
  low: 4,
  unassigned: 5,
  suppressed: 9,
  violations_fail: 6,
  violations_warn: 7,
  violations_info: 8,
});

test.each([
  ['vulns', EVERYTHING, '1 critical, 2 high, 3 medium, 4 low, 5 unassigned'],
  ['vulns', numbers({ low: 12, violations_fail: 1 }), '12 low'],
  ['vulns', numbers({ suppressed: 3, violations_fail: 1 }), 'no vulnerabilities'],
  ['violations', EVERYTHING, '6 fail, 7 warn, 8 info'],
  ['violations', numbers({ critical: 1 }), 'no policy violations'],
  ['vulns', null, 'no metrics'],
  ['violations', null, 'no metrics'],
] as const)('a badge of %s counts what is there: %#', (kind, metrics, message) => {
  expect(toMessage(toBadge(kind, metrics))).toBe(message);
});

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(color.slice(start, start + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf({ background, text }: { background: string; text: string }): number {
  const [light = 0, dark = 0] = [luminance(background), luminance(text)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

test('text has a contrast of at least 4.5 : 1', () => {
  const badges = [
    toBadge('vulns', EVERYTHING),
    toBadge('violations', EVERYTHING),
    toBadge('vulns', numbers({})),
    toBadge('vulns', null),
  ];
  const colors = [LABEL_COLOR, ...badges.flatMap(({ parts }) => parts.map(({ color }) => color))];
  for (const color of colors) expect(contrastOf(color), JSON.stringify(color)).toBeGreaterThanOrEqual(4.5);
});

test('the image has a role, a title and a description', () => {
  const svg = drawBadge(toBadge('vulns', numbers({ high: 2 })), undefined);
  expect(svg).toContain('role="img" aria-labelledby="badge-title badge-desc"');
  expect(svg).toContain('<title id="badge-title">dependencies: 2 high</title>');
  expect(svg).toContain('<desc id="badge-desc">');
  expect(svg).not.toContain('<a ');
});

test('text and addresses are escaped', () => {
  const color = LABEL_COLOR;
  const svg = drawBadge({ label: '<b>&"', parts: [{ text: "'</text>", color }] }, 'https://x/?a=1&b="<');
  expect(svg).toContain('<title id="badge-title">&lt;b&gt;&amp;&quot;: &#39;&lt;/text&gt;</title>');
  expect(svg).toContain('href="https://x/?a=1&amp;b=&quot;&lt;"');
  expect(svg.match(/<\/text>/g)).toHaveLength(2);
});

test('a badge for Shields has the colour of the most severe count', () => {
  expect(presentShields(toBadge('violations', numbers({ violations_warn: 1, violations_info: 2 })))).toEqual({
    schemaVersion: 1,
    label: 'dependencies',
    message: '1 warn, 2 info',
    color: 'fde68a',
    labelColor: '374151',
    cacheSeconds: 300,
  });
});
