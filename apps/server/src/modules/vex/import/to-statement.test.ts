import { describe, expect, it } from 'vitest';
import { findEntrySkip, findInvalidVector } from './find-skip.ts';
import { toStatement } from './to-statement.ts';

const VECTOR = 'SL:1/M:1/O:0/S:2/ED:1/EE:1/A:1/ID:1/LC:2/LI:1/LAV:1/LAC:1/FD:1/RD:1/NC:2/PV:3';
const statementWith = (vector: string, more: object = {}) =>
  toStatement({ id: 'CVE-1', affects: [{ ref: 'a' }], ratings: [{ method: 'OWASP', vector }], ...more });

describe('OWASP vectors of VEX entries', () => {
  it.each([VECTOR, `OWASP/${VECTOR}`, 'SL:1/M:9', ` ${VECTOR} `])('%s is taken', (vector) => {
    const statement = statementWith(vector);
    expect(statement.owasp).toEqual({ vector: vector.trim() });
    expect(findInvalidVector(statement)).toBeUndefined();
  });

  it.each(['nonsense', 'SL:1/XX:2', 'SL:1/SL:2', 'SL:10', 'CVSS:3.1/AV:N', 'SL:1/'])(
    '%s is refused',
    (vector) => {
      const statement = statementWith(vector);
      expect(statement).not.toHaveProperty('owasp');
      expect(findEntrySkip(statement)?.text).toContain(`"${vector}" is not an OWASP vector`);
    },
  );

  it('a refused one does not keep the analysis of its entry from being applied', () => {
    const statement = statementWith('nonsense', { analysis: { state: 'exploitable' } });
    expect(findEntrySkip(statement)).toBeUndefined();
    expect(statement.analysis).toEqual({ state: 'EXPLOITABLE' });
    expect(findInvalidVector(statement)?.text).toContain('is not an OWASP vector');
  });
});
