import { describe, expect, it } from 'vitest';
import { type ConformanceRow, verdict } from '../test/conformance-row.ts';
import { LEFT_OUT } from '../test/left-out-rows.ts';
import { publishedRows } from '../test/published-rows.ts';

const CORE = [
  'basic',
  'comparisons',
  'conversions',
  'dynamic',
  'fields',
  'fp_math',
  'integer_math',
  'lists',
  'logic',
  'macros',
  'macros2',
  'namespace',
  'parse',
  'plumbing',
  'proto2',
  'string',
  'timestamps',
  'type_deduction',
];

describe('published conformance rows', () => {
  for (const name of CORE) {
    it(`the rows of ${name} without protobuf messages give the published result`, () => {
      const rows = publishedRows<ConformanceRow>(name).filter((row) => !row.needs_proto_messages);
      const wrong = rows
        .map((row) => [`${name}/${row.section}/${row.name}`, row, verdict(row)] as const)
        .filter(([id, , problem]) => problem !== undefined && !LEFT_OUT.has(id))
        .map(([id, { expr }, problem]) => `${id}: ${expr}: ${problem}`);
      expect(wrong).toEqual([]);
    });
  }
});
