const METRICS = new Set(['metrics', 'lastInheritedRiskScore', 'last_inherited_risk_score']);

/** A body without metrics, at any depth. They appear when a project is counted, within seconds after its creation. */
export function withoutMetrics<T>(body: T): T {
  if (Array.isArray(body)) return body.map(withoutMetrics) as T;
  if (typeof body !== 'object' || body === null) return body;
  const members = Object.entries(body).filter(([name]) => !METRICS.has(name));
  return Object.fromEntries(members.map(([name, value]) => [name, withoutMetrics(value)])) as T;
}
