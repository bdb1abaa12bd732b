import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take half a minute or more by themselves, those that mostly wait first. Started last, they would keep one
 * worker busy after all others. In a new checkout no durations are known, and many of them are small.
 */
const LONGEST = [
  'everything-survives-kills.test.ts',
  'published-boms.test.ts',
  'narrow-and-hostile.test.ts',
  'malformed-requests.db.test.ts',
  'derived-state-converges.test.ts',
  'demo.test.ts',
  'contract/finding-integrations.test.ts',
  'digests-survive-kill.test.ts',
  'contract/fuzz.test.ts',
  'published-documents.test.ts',
  'mirror-survives-kill.test.ts',
  'bom-survives-kill.test.ts',
  'vex-survives-kill.test.ts',
  'notifications-survive-kill.test.ts',
];

/** Vitest's order (long files first as known from the last run, otherwise large ones) after the longest files. */
export default class TestOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const longest = LONGEST.flatMap((name) => sorted.filter(({ moduleId }) => moduleId.endsWith(`/${name}`)));
    return [...new Set([...longest, ...sorted])];
  }
}
