import { type Badge, type BadgeColor, toMessage } from './to-badge.ts';

/** The label of a badge, in SVG and for Shields. */
export const LABEL_COLOR: BadgeColor = { background: '#374151', text: '#ffffff' };

const HEIGHT = 20;
const PADDING = 6;
const BASELINE = 14;

/** Advance widths of Verdana at 11 px. `textLength` makes other fonts fit. */
const NARROW = new Map<string, number>([
  ...[...'il'].map((letter) => [letter, 3] as const),
  ...[...' fjt'].map((letter) => [letter, 4] as const),
  ...[...'rcsz'].map((letter) => [letter, 5.6] as const),
  ['w', 9],
  ['m', 10.7],
]);
const USUAL = 6.9;

const widthOf = (text: string) =>
  Math.ceil([...text].reduce((sum, letter) => sum + (NARROW.get(letter) ?? USUAL), 0));

interface Box {
  readonly text: string;
  readonly color: BadgeColor;
  readonly x: number;
  readonly textWidth: number;
  readonly width: number;
}

/** An SVG image. Its counts are words, so that they do not depend on colours. */
export function drawBadge(badge: Badge, href: string | undefined): string {
  const boxes = placeBoxes(badge);
  const width = boxes.reduce((sum, box) => sum + box.width, 0);
  const title = `${badge.label}: ${toMessage(badge)}`;
  const drawing = boxes.map(drawBox).join('');
  // A role of "img" would hide the link from screen readers.
  const role = href === undefined ? 'img' : 'group';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}"`,
    ` role="${role}" aria-labelledby="badge-title badge-desc">`,
    `<title id="badge-title">${escapeXml(title)}</title>`,
    '<desc id="badge-desc">Counted in the dependencies of a project by Tallyman.</desc>',
    href === undefined ? drawing : drawLink(drawing, href, title),
    '</svg>',
  ].join('');
}

function drawLink(drawing: string, href: string, title: string): string {
  const label = escapeXml(`${title}. Opens the project.`);
  return `<a href="${escapeXml(href)}" target="_blank" rel="noopener" aria-label="${label}">${drawing}</a>`;
}

function placeBoxes({ label, parts }: Badge): Box[] {
  let x = 0;
  return [{ text: label, color: LABEL_COLOR }, ...parts].map(({ text, color }) => {
    const textWidth = widthOf(text);
    const box = { text, color, x, textWidth, width: textWidth + 2 * PADDING };
    x += box.width;
    return box;
  });
}

function drawBox({ text, color, x, textWidth, width }: Box): string {
  return [
    `<rect x="${x}" width="${width}" height="${HEIGHT}" fill="${color.background}"/>`,
    `<text x="${x + PADDING}" y="${BASELINE}" textLength="${textWidth}" lengthAdjust="spacingAndGlyphs"`,
    ` fill="${color.text}" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">`,
    `${escapeXml(text)}</text>`,
  ].join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
