import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { formatUtcDay } from '../../ui/format-day.ts';
import { formatCount, formatShortCount } from '../../ui/format-number.ts';
import { useWidth } from '../../ui/grid/use-width.ts';
import styles from './severity-trend.module.css';
import type { TrendDay, TrendSeverity } from './to-trend.ts';
import { TREND_LINES } from './trend-lines.ts';

const HEIGHT = 200;

interface TrendChartProps {
  readonly days: readonly TrendDay[];
  readonly severities: readonly TrendSeverity[];
  /** What the lines show, for those who do not see them. */
  readonly summary: string;
  /** The day under the pointer. */
  readonly onPoint: (day: TrendDay | undefined) => void;
}

/** Lines of the numbers by day. Drawn again when the theme changes, because a canvas does not follow style sheets. */
export function TrendChart({ days, severities, summary, onPoint }: TrendChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  const width = useWidth(place);
  const isMeasured = width > 0;
  useEffect(() => {
    if (!place.current || !isMeasured) return;
    const onCursor = ({ cursor }: uPlot) => onPoint(days[cursor.idx ?? -1]);
    const options = toOptions(severities, place.current.clientWidth, onCursor);
    const drawn = new uPlot(options, toData(days, severities), place.current);
    plot.current = drawn;
    const themes = new MutationObserver(() => drawn.redraw(false));
    themes.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] });
    return () => {
      themes.disconnect();
      drawn.destroy();
      plot.current = null;
    };
  }, [days, severities, isMeasured, onPoint]);
  useEffect(() => {
    if (isMeasured) plot.current?.setSize({ width, height: HEIGHT });
  }, [width, isMeasured]);
  return <div ref={place} className={styles.chart} role="img" aria-label={summary} />;
}

function toData(days: readonly TrendDay[], severities: readonly TrendSeverity[]): uPlot.AlignedData {
  return [
    days.map(({ at }) => at / 1000),
    ...severities.map((severity) => days.map((day) => day[severity])),
  ] as uPlot.AlignedData;
}

function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name);
}

function toOptions(
  severities: readonly TrendSeverity[],
  width: number,
  onCursor: (plot: uPlot) => void,
): uPlot.Options {
  const axis: uPlot.Axis = {
    font: `11px ${getComputedStyle(document.body).fontFamily}`,
    stroke: () => token('--tm-muted'),
    grid: { stroke: () => token('--tm-line'), width: 1 },
    ticks: { show: false },
  };
  return {
    width,
    height: HEIGHT,
    padding: [8, 20, 0, 0],
    legend: { show: false },
    // The pointer marks a day; there is nothing to zoom into.
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    scales: { y: { range: (_plot, _min, max) => [0, Math.max(4, max * 1.05)] } },
    axes: [
      {
        ...axis,
        size: 24,
        gap: 6,
        splits: (plot) => toDayTicks(plot.data[0], plot.width),
        grid: { show: false },
        values: (_plot, seconds) => seconds.map((second) => formatUtcDay(second * 1000)),
      },
      {
        ...axis,
        size: 40,
        gap: 6,
        space: 36,
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6],
        values: (_plot, numbers) =>
          numbers.map((one) => (one < 10_000 ? formatCount(one) : formatShortCount(one))),
      },
    ],
    series: [{}, ...severities.map(toSeries)],
    hooks: { setCursor: [onCursor] },
  };
}

const TICK_WIDTH = 80;

/** Whole days, evenly spaced, ending with the last one. */
function toDayTicks(seconds: ArrayLike<number>, width: number): number[] {
  const step = Math.max(1, Math.ceil((seconds.length * TICK_WIDTH) / width));
  return Array.from(seconds).filter((_, index) => (seconds.length - 1 - index) % step === 0);
}

function toSeries(severity: TrendSeverity): uPlot.Series {
  const { color, width, dash } = TREND_LINES[severity];
  return {
    stroke: () => token(color),
    width,
    ...(dash ? { dash } : {}),
    points: { show: false },
    paths: uPlot.paths.stepped?.({ align: 1 }),
  };
}
