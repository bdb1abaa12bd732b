import type { ShieldsBadge } from '@tallyman/contract';
import { LABEL_COLOR } from './draw-badge.ts';
import { type Badge, toMessage } from './to-badge.ts';

/** The shortest time that Shields allows. */
const CACHE_SECONDS = 300;

/** Shields expects colours without `#`, and chooses the colour of the text. */
export function presentShields(badge: Badge): ShieldsBadge {
  return {
    schemaVersion: 1,
    label: badge.label,
    message: toMessage(badge),
    color: badge.parts[0].color.background.slice(1),
    labelColor: LABEL_COLOR.background.slice(1),
    cacheSeconds: CACHE_SECONDS,
  };
}
