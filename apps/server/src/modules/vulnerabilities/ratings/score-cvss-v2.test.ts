import { describe, expect, it } from 'vitest';
import { findCvssScores } from './find-cvss-scores.ts';

describe('CVSS 2.0', () => {
  /** The three examples of the guide, section 3.3. */
  it.each([
    ['AV:N/AC:L/Au:N/C:N/I:N/A:C/E:F/RL:OF/RC:C/CDP:H/TD:H/CR:M/IR:M/AR:H', 7.8, 6.4, 9.2],
    ['AV:N/AC:L/Au:N/C:C/I:C/A:C/E:F/RL:OF/RC:C/CDP:H/TD:H/CR:M/IR:M/AR:L', 10, 8.3, 9],
    ['AV:L/AC:H/Au:N/C:C/I:C/A:C/E:POC/RL:OF/RC:C/CDP:H/TD:H/CR:M/IR:M/AR:M', 6.2, 4.9, 7.5],
  ])('scores %s as %d, %d in time, %d in its environment', (vector, base, temporal, environmental) => {
    expect(findCvssScores(vector)).toMatchObject({ version: '2.0', base, temporal, environmental });
  });

  it('has no temporal and environmental scores without metrics for them', () => {
    expect(findCvssScores('AV:N/AC:L/Au:N/C:P/I:P/A:P/E:ND/TD:ND')).toEqual({
      version: '2.0',
      vector: '(AV:N/AC:L/Au:N/C:P/I:P/A:P/E:ND/TD:ND)',
      base: 7.5,
      impact: 6.4,
      exploitability: 10,
    });
  });

  it('is 0 without impact', () => {
    expect(findCvssScores('(AV:N/AC:L/Au:N/C:N/I:N/A:N)')?.base).toBe(0);
  });
});
