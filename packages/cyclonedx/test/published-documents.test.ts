import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  BomError,
  type Component,
  formatBom,
  type ParsedBom,
  parseBom,
  type WriteTarget,
} from '../src/index.ts';

/**
 * Tests with documents of the CycloneDX project and of real products, if they are in the folder
 * TALLYMAN_TEST_DATA. Without them the suite only prints a note: our own documents cover the same rules.
 */
const DATA = process.env.TALLYMAN_TEST_DATA ?? '';

interface Expectation {
  readonly file: string;
  readonly valid: boolean;
  /** The place of the first violation according to an independent validator. */
  readonly place?: string;
}

interface SpecRow {
  readonly file: string;
  readonly format: string;
  readonly expect: string;
}

interface ValidityRow {
  readonly file: string;
  readonly verdict?: string;
  readonly wellFormed?: boolean;
  readonly first_error?: string | null;
  readonly components?: number;
}

/** Documents for which our result differs from the list, with the reason. See README.md. */
const DISPUTED: ReadonlyMap<string, boolean> = new Map([
  ['cyclonedx/spec-tests/1.7/informal-invalid-component-versionRange-non-external-explicit.xml', true],
  ['cyclonedx/real-sboms/osv-scanner/with-duplicates.cdx.xml', false],
]);

function load(name: string): unknown {
  return JSON.parse(readFileSync(join(DATA, name), 'utf8'));
}

function specExpectations(): Expectation[] {
  const rows = load('cyclonedx/spec-tests/index.json') as SpecRow[];
  return rows
    .filter((row) => row.format !== 'textproto')
    .map((row) => ({ file: `cyclonedx/spec-tests/${row.file}`, valid: row.expect === 'valid' }));
}

function otherExpectations(): Expectation[] {
  return (load('cyclonedx/validity.json') as ValidityRow[]).map(
    ({ file, verdict, wellFormed, first_error }) => {
      const place = first_error?.split(': ')[0];
      return {
        file,
        valid: verdict === undefined ? wellFormed === true : verdict === 'valid',
        ...(place === undefined ? {} : { place }),
      };
    },
  );
}

function expectations(): Expectation[] {
  return [...specExpectations(), ...otherExpectations()].map((row) => ({
    ...row,
    valid: DISPUTED.get(row.file) ?? row.valid,
  }));
}

interface Judged extends Expectation {
  readonly parsed?: ParsedBom;
  readonly places: readonly string[];
}

/** Reads every document once, for all tests. */
async function judge(expectation: Expectation): Promise<Judged> {
  try {
    return { ...expectation, parsed: await parseBom(readFileSync(join(DATA, expectation.file))), places: [] };
  } catch (error) {
    if (!(error instanceof BomError)) throw error;
    return { ...expectation, places: [error.kind, ...error.violations.map((violation) => violation.place)] };
  }
}

const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;

function count(components: readonly Component[] = []): number {
  return components.reduce((sum, component) => sum + 1 + count(component.components), 0);
}

/** The first and the last version of both formats: the first lose most, the last lose nothing. */
const TARGETS: readonly WriteTarget[] = [
  { format: 'xml', specVersion: '1.0' },
  { format: 'json', specVersion: '1.2' },
  { format: 'json', specVersion: '1.7' },
  { format: 'xml', specVersion: '1.7' },
];

/** Components must be unique in JSON. Omitted members may make them equal in old versions. */
function keepsAll(target: WriteTarget): boolean {
  return target.format === 'xml' || target.specVersion === '1.7';
}

async function judgeAll(): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const expectation of expectations()) judged.push(await judge(expectation));
  return judged;
}

if (existsSync(join(DATA, 'cyclonedx'))) {
  describe('published documents', () => {
    const judged = judgeAll();
    const documents = judged.then((all) =>
      all.flatMap(({ file, parsed }) => (parsed === undefined ? [] : [{ file, ...parsed }])),
    );

    it('are accepted if and only if they are valid', async () => {
      const wrong = (await judged).filter(({ valid, parsed }) => (parsed !== undefined) !== valid);
      expect(wrong.map(({ file, places }) => ({ file, places }))).toEqual([]);
    });

    it('are refused at the place that an independent validator reports', async () => {
      for (const { file, valid, place, places } of await judged) {
        if (valid || place === undefined || !file.endsWith('.json')) continue;
        expect({ file, found: places.some((found) => found.startsWith(place)) }).toEqual({
          file,
          found: true,
        });
      }
    });

    it('are read leniently with all components if real products violate the schema', async () => {
      const rows = (load('cyclonedx/validity.json') as ValidityRow[]).filter(
        ({ file, verdict }) => file.includes('/real-sboms/') && verdict === 'invalid',
      );
      expect(rows.length).toBeGreaterThan(0);
      for (const { file, components } of rows) {
        const { bom } = await parseBom(readFileSync(join(DATA, file)), { validation: 'lenient' });
        expect({ file, components: count(bom.components) }).toEqual({ file, components });
      }
    });

    it('are valid and keep their components in every written version', async () => {
      for (const { bom, file } of await documents) {
        for (const target of TARGETS) {
          const again = await parseBom(Buffer.from(await formatBom(bom, target)));
          const lost = count(bom.components) - count(again.bom.components);
          expect({ file, target, lost: keepsAll(target) ? lost : 0 }).toEqual({ file, target, lost: 0 });
        }
      }
    });

    it('are unchanged when written in their own version and format', async () => {
      for (const { bom: whole, file, format, specVersion } of await documents) {
        // In 1.1 dependencies are an extension, which is read but not written.
        const bom = specVersion === '1.1' ? { ...whole, dependencies: undefined } : whole;
        const text = await formatBom(bom as ParsedBom['bom'], { format, specVersion } as WriteTarget);
        const again = (await parseBom(Buffer.from(text), { validation: 'off' })).bom;
        if (DISPUTED.has(file) || isDeepStrictEqual(plain(again), plain(bom))) continue;
        expect({ file, bom: plain(again) }).toEqual({ file, bom: plain(bom) });
      }
    });
  });
} else {
  describe('published documents', () => {
    it('are missing', () => {
      console.log(`Skipped the documents of the CycloneDX project: not in ${DATA} (TALLYMAN_TEST_DATA).`);
      expect(existsSync(join(DATA, 'cyclonedx'))).toBe(false);
    });
  });
}
