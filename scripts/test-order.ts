import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take half a minute or more by themselves. Started last, they would keep one worker busy after all others. */
const LONGEST = [
  'everything-survives-kills.test.ts',
  'malformed-requests.db.test.ts',
  'narrow-and-hostile.test.ts',
  'fuzz.test.ts',
];

/** Vitest's order (long files first as known from the last run, otherwise large ones) after the longest files. */
export default class TestOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.some((name) => moduleId.endsWith(`/${name}`));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
