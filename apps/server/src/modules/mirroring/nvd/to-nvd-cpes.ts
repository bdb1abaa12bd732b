import { type JsonObject, toObjects, toText } from '../../../platform/read-json.ts';
import type { AffectedCpe } from '../../vulnerabilities/vulnerability-record.ts';

/**
 * Returns the affected CPE names. Contract: "in an AND of application and OS only the application stays; negated and
 * `vulnerable=false` matches dropped; `-` version kept".
 */
export function toNvdCpes(configurations: unknown): AffectedCpe[] {
  return toObjects(configurations)
    .filter(({ negate }) => negate !== true)
    .flatMap(ofConfiguration);
}

function ofConfiguration({ operator, nodes }: JsonObject): AffectedCpe[] {
  const perNode = toObjects(nodes)
    .filter(({ negate }) => negate !== true)
    .map((node) => ofNode(node));
  const all = perNode.flat();
  const isConjunction = operator === 'AND' && perNode.length > 1;
  if (!isConjunction || !all.some(isApplication)) return all;
  return all.filter((affected) => !isPlatform(affected));
}

/** Older data nests nodes. */
function ofNode({ cpeMatch, children }: JsonObject): AffectedCpe[] {
  const own = toObjects(cpeMatch)
    .filter(({ vulnerable }) => vulnerable !== false)
    .flatMap(toAffected);
  return [...own, ...toObjects(children).flatMap(ofNode)];
}

function toAffected(match: JsonObject): AffectedCpe[] {
  const cpe = toText(match.criteria);
  if (cpe === undefined) return [];
  return [
    {
      cpe,
      ...bound('versionStartIncluding', match),
      ...bound('versionStartExcluding', match),
      ...bound('versionEndIncluding', match),
      ...bound('versionEndExcluding', match),
    },
  ];
}

function bound(name: Exclude<keyof AffectedCpe, 'cpe'>, match: JsonObject): Partial<AffectedCpe> {
  const version = toText(match[name]);
  return version === undefined ? {} : { [name]: version };
}

function isApplication({ cpe }: AffectedCpe): boolean {
  return cpe.startsWith('cpe:2.3:a:');
}

function isPlatform({ cpe }: AffectedCpe): boolean {
  return cpe.startsWith('cpe:2.3:o:') || cpe.startsWith('cpe:2.3:h:');
}
