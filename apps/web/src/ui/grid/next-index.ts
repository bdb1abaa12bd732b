/** Where a key moves to in a list; nothing for keys that do not move. */
export function nextIndex(key: string, current: number, count: number, page: number): number | undefined {
  if (count === 0) return undefined;
  const target = move(key, current, count, page);
  return target === undefined ? undefined : Math.min(Math.max(target, 0), count - 1);
}

function move(key: string, current: number, count: number, page: number): number | undefined {
  switch (key) {
    case 'j':
    case 'ArrowDown':
      return current + 1;
    case 'k':
    case 'ArrowUp':
      return current === -1 ? 0 : current - 1;
    case 'PageDown':
      return current + page;
    case 'PageUp':
      return current - page;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
