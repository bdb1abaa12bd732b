import { describe, expect, it } from 'vitest';
import { findCvssScores } from './find-cvss-scores.ts';

const BASE = 'AV:N/AC:L/Au:N/C:P/I:P/A:P';

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

  /** The weights of the guide, section 3.2, each seen in a score. The others are those of AV:N/AC:L/Au:N/C:P/I:P/A:P. */
  it.each([
    ['AV:L', 4.6, 6.4, 3.9],
    ['AV:A', 5.8, 6.4, 6.5],
    ['AV:N', 7.5, 6.4, 10],
    ['AC:H', 5.1, 6.4, 4.9],
    ['AC:M', 6.8, 6.4, 8.6],
    ['Au:M', 5.8, 6.4, 6.4],
    ['Au:S', 6.5, 6.4, 8],
    ['C:N', 6.4, 4.9, 10],
    ['C:C', 9, 8.5, 10],
    ['I:N', 6.4, 4.9, 10],
    ['I:C', 9, 8.5, 10],
    ['A:N', 6.4, 4.9, 10],
    ['A:C', 9, 8.5, 10],
  ])(
    'with %s has the base score %d, impact %d and exploitability %d',
    (metric, base, impact, exploitability) => {
      const name = metric.split(':')[0];
      const vector = BASE.split('/').map((one) => (one.startsWith(`${name}:`) ? metric : one));
      expect(findCvssScores(vector.join('/'))).toMatchObject({ base, impact, exploitability });
    },
  );

  it.each([
    ['E:U', 6.4],
    ['E:POC', 6.8],
    ['E:F', 7.1],
    ['E:H', 7.5],
    ['RL:OF', 6.5],
    ['RL:TF', 6.8],
    ['RL:W', 7.1],
    ['RL:U', 7.5],
    ['RC:UC', 6.8],
    ['RC:UR', 7.1],
    ['RC:C', 7.5],
  ])('with %s has the temporal score %d and no environmental one', (metric, temporal) => {
    const scores = findCvssScores(`${BASE}/${metric}`);
    expect(scores).toMatchObject({ base: 7.5, temporal });
    expect(scores).not.toHaveProperty('environmental');
  });

  it.each([
    ['CDP:N', 7.5, 6.4],
    ['CDP:L', 7.8, 6.4],
    ['CDP:LM', 8.3, 6.4],
    ['CDP:MH', 8.5, 6.4],
    ['CDP:H', 8.8, 6.4],
    ['TD:N', 0, 6.4],
    ['TD:L', 1.9, 6.4],
    ['TD:M', 5.6, 6.4],
    ['TD:H', 7.5, 6.4],
    ['CR:L', 7, 5.7],
    ['CR:M', 7.5, 6.4],
    ['CR:H', 8, 7.2],
    ['IR:L', 7, 5.7],
    ['IR:M', 7.5, 6.4],
    ['IR:H', 8, 7.2],
    ['AR:L', 7, 5.7],
    ['AR:M', 7.5, 6.4],
    ['AR:H', 8, 7.2],
  ])(
    'with %s has the environmental score %d, modified impact %d and no temporal score',
    (metric, environmental, modifiedImpact) => {
      const scores = findCvssScores(`${BASE}/${metric}`);
      expect(scores).toMatchObject({ base: 7.5, environmental, modifiedImpact });
      expect(scores).not.toHaveProperty('temporal');
    },
  );

  it('has a modified impact of at most 10', () => {
    const scores = findCvssScores('AV:N/AC:L/Au:N/C:C/I:C/A:C/CR:H/IR:H/AR:H');
    expect(scores).toMatchObject({ environmental: 10, modifiedImpact: 10 });
  });

  it('is 0 without impact', () => {
    expect(findCvssScores('(AV:N/AC:L/Au:N/C:N/I:N/A:N)')?.base).toBe(0);
  });
});
