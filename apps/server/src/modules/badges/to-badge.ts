import type { BadgeKind } from '@tallyman/contract';
import type { ComponentNumbers } from '../metric-values/metric-numbers.ts';

/** Foreground and background have a contrast of at least 4.5 : 1 (WCAG 2.2, 1.4.3). */
export interface BadgeColor {
  readonly background: string;
  readonly text: string;
}

interface BadgePart {
  readonly text: string;
  readonly color: BadgeColor;
}

/** What a badge says, independent of its format. The first part is the most severe. */
export interface Badge {
  readonly label: string;
  readonly parts: readonly [BadgePart, ...BadgePart[]];
}

const WHITE = '#ffffff';
const RED: BadgeColor = { background: '#8f1239', text: WHITE };
const ORANGE: BadgeColor = { background: '#c2410c', text: WHITE };
const YELLOW: BadgeColor = { background: '#fde68a', text: '#5c3b02' };
const BLUE: BadgeColor = { background: '#dbeafe', text: '#1e3f8a' };
const GREY: BadgeColor = { background: '#e5e7eb', text: '#374151' };
const GREEN: BadgeColor = { background: '#166534', text: WHITE };

const LABEL = 'dependencies';

/** The counts of a kind of badge, the most severe first. */
const COUNTS: Readonly<
  Record<BadgeKind, readonly (readonly [keyof ComponentNumbers, string, BadgeColor])[]>
> = {
  vulns: [
    ['critical', 'critical', RED],
    ['high', 'high', ORANGE],
    ['medium', 'medium', YELLOW],
    ['low', 'low', BLUE],
    ['unassigned', 'unassigned', GREY],
  ],
  violations: [
    ['violations_fail', 'fail', RED],
    ['violations_warn', 'warn', YELLOW],
    ['violations_info', 'info', BLUE],
  ],
};

const NONE: Readonly<Record<BadgeKind, string>> = {
  vulns: 'no vulnerabilities',
  violations: 'no policy violations',
};

/** `metrics` are null for a project that was not counted yet. */
export function toBadge(kind: BadgeKind, metrics: ComponentNumbers | null): Badge {
  if (!metrics) return { label: LABEL, parts: [{ text: 'no metrics', color: GREY }] };
  const [first, ...others] = COUNTS[kind]
    .filter(([name]) => metrics[name] > 0)
    .map(([name, words, color]) => ({ text: `${metrics[name]} ${words}`, color }));
  return { label: LABEL, parts: first ? [first, ...others] : [{ text: NONE[kind], color: GREEN }] };
}

export function toMessage({ parts }: Badge): string {
  return parts.map(({ text }) => text).join(', ');
}
