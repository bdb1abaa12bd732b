import { useMemo } from 'react';
import { encodeQr } from './encode-qr.ts';

interface QrCodeProps {
  readonly text: string;
  /** What it holds, for those who cannot scan it. */
  readonly label: string;
}

/** The light frame that readers need, in modules. */
const QUIET = 4;
const WIDTH_PX = 208;

/** A QR code, dark on light in both themes, because not every reader takes it the other way round. */
export function QrCode({ text, label }: QrCodeProps) {
  const matrix = useMemo(() => encodeQr(text), [text]);
  if (!matrix) return null;
  const size = matrix.length + 2 * QUIET;
  const path = matrix
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      width={WIDTH_PX}
      height={WIDTH_PX}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
