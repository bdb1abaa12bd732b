const UNITS = ['bytes', 'kB', 'MB', 'GB'];

/** `51.3 MB` */
export function describeBytes(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** unit;
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`;
}
