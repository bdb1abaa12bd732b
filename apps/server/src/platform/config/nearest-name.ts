/** The most similar candidate, or undefined if none is within the given number of edits. */
export function findNearestName(
  name: string,
  candidates: readonly string[],
  maxEdits = Number.POSITIVE_INFINITY,
): string | undefined {
  let nearest: string | undefined;
  let best = maxEdits + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) >= best) continue;
    const distance = editDistance(name, candidate);
    if (distance < best) {
      nearest = candidate;
      best = distance;
    }
  }
  return nearest;
}

/** Levenshtein distance, one row at a time. */
function editDistance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const substitution = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
      const step = Math.min(previous[column] ?? 0, current[column - 1] ?? 0) + 1;
      current.push(Math.min(substitution, step));
    }
    previous = current;
  }
  return previous[right.length] ?? 0;
}
