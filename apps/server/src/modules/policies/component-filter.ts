import { compilePattern } from '@tallyman/cel';
import { versContains } from '@tallyman/versions';
import type { PolicyComponent } from './policy-messages.ts';

/** `v1.Component{…}` as an argument: it describes components. */
export type ComponentFilter = Readonly<Record<string, unknown>>;

const FIELDS = ['uuid', 'group', 'name', 'version', 'classifier', 'cpe', 'purl', 'swid_tag_id'] as const;

/** All given fields must match: by equality, as a pattern after `re:`, or a version as a range after `vers:`. */
export function toComponentTest(filter: ComponentFilter): (component: PolicyComponent) => boolean {
  const tests = FIELDS.flatMap((field) => {
    const expected = filter[field];
    if (typeof expected !== 'string' || expected === '') return [];
    const test = toTextTest(field, expected);
    return [(component: PolicyComponent) => test(String(component[field] ?? ''))];
  });
  if (typeof filter.is_internal === 'boolean') {
    tests.push((component) => Boolean(component.is_internal) === filter.is_internal);
  }
  return (component) => tests.length > 0 && tests.every((test) => test(component));
}

function toTextTest(field: string, expected: string): (text: string) => boolean {
  if (expected.startsWith('re:')) {
    const pattern = compilePattern(expected.slice(3));
    return (text) => text !== '' && pattern.find(text);
  }
  if (field === 'version' && expected.startsWith('vers:')) {
    return (text) => text !== '' && versContains(expected, text);
  }
  return (text) => text === expected;
}
