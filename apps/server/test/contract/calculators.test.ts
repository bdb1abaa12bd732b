import { calculatorOperations, cweOperations } from '@tallyman/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itKeepsAccessRules } from '../support/access-rules.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

describe('Calculators and weaknesses', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  describe('GET /calculator/cvss', () => {
    const calculate = (vector: string) =>
      service.asAdmin('GET', `/api/v1/calculator/cvss?vector=${encodeURIComponent(vector)}`);

    it.each([
      ['AV:N/AC:L/Au:N/C:P/I:P/A:P', { baseScore: 7.5, impactSubScore: 6.4, exploitabilitySubScore: 10 }],
      [
        '(AV:N/AC:L/Au:N/C:N/I:N/A:C/E:F/RL:OF/RC:C/CDP:H/TD:H/CR:M/IR:M/AR:H)',
        {
          baseScore: 7.8,
          impactSubScore: 6.9,
          exploitabilitySubScore: 10,
          temporalScore: 6.4,
          environmentalScore: 9.2,
          modifiedImpactSubScore: 10,
        },
      ],
      [
        'CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
        {
          baseScore: 9.8,
          impactSubScore: 5.9,
          exploitabilitySubScore: 3.9,
          temporalScore: 9.8,
          environmentalScore: 9.8,
        },
      ],
      [
        'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:N/E:P/MAV:L',
        {
          baseScore: 10,
          impactSubScore: 5.8,
          exploitabilitySubScore: 3.9,
          temporalScore: 9.4,
          environmentalScore: 8.5,
          modifiedImpactSubScore: 5.7,
        },
      ],
      ['CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:H/SI:H/SA:H', { baseScore: 10 }],
    ])('scores %s', async (vector, scores) => {
      const answer = await calculate(vector);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual(scores);
    });

    it.each([
      '',
      'foobar',
      'AV:N/AC:L/Au:N/C:P/I:P',
      'AV:N/AC:L/Au:N/C:P/I:P/A:P/A:P',
      'CVSS:3.1/AV:N/AC:L',
      'CVSS:3.2/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
      'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
      'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:X',
      'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:H/SI:H/SA:H/',
    ])('answers 400 for %j', async (vector) => {
      const answer = await calculate(vector);
      expect(answer.status).toBe(400);
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
      expect(answer.body.errors).toEqual([{ path: 'query/vector', message: expect.any(String) }]);
    });

    it('answers 400 without a vector', async () => {
      expect((await service.asAdmin('GET', '/api/v1/calculator/cvss')).status).toBe(400);
    });
  });

  describe('GET /calculator/owasp', () => {
    const calculate = (vector: string) =>
      service.asAdmin('GET', `/api/v1/calculator/owasp?vector=${encodeURIComponent(vector)}`);

    it('answers levels and scores', async () => {
      const vector = 'SL:6/M:9/O:7/S:9/ED:3/EE:5/A:6/ID:8/LC:2/LI:3/LAV:5/LAC:1/FD:9/RD:9/NC:7/PV:7';
      expect((await calculate(vector)).body).toEqual({
        likelihood: 'HIGH',
        likelihoodScore: 6.625,
        technicalImpact: 'LOW',
        technicalImpactScore: 2.75,
        businessImpact: 'HIGH',
        businessImpactScore: 8,
      });
    });

    it.each([
      '',
      'foobar',
      'SL:1/M:1',
      'SL:10/M:1/O:0/S:2/ED:1/EE:1/A:1/ID:1/LC:2/LI:1/LAV:1/LAC:1/FD:1/RD:1/NC:2/PV:3',
    ])('answers 400 for %j', async (vector) => {
      expect((await calculate(vector)).status).toBe(400);
    });
  });

  describe('GET /cwe', () => {
    const list = (query: string) => service.asAdmin('GET', `/api/v1/cwe?${query}`);

    it('lists weaknesses by id, paged', async () => {
      const answer = await list('pageNumber=2&pageSize=3');
      expect(answer.body).toHaveLength(3);
      expect(Number(answer.headers.get('x-total-count'))).toBeGreaterThan(1000);
      const [first] = (await list('offset=0&limit=1&sortName=cweId&sortOrder=desc')).body;
      expect(first.cweId).toBeGreaterThan(1000);
    });

    it('searchText looks at id and name', async () => {
      expect((await list('searchText=CWE-79')).body).toContainEqual({
        cweId: 79,
        name: expect.stringContaining('Cross-site Scripting'),
      });
      expect(
        (await list('searchText=sql%20injection')).body.map((cwe: { cweId: number }) => cwe.cweId),
      ).toContain(89);
      expect((await list('searchText=%25')).headers.get('x-total-count')).toBe('0');
    });

    it('GET /cwe/{cweId} answers one, 404 for unknown ones, 400 for an invalid number', async () => {
      expect((await service.asAdmin('GET', '/api/v1/cwe/502')).body).toEqual({
        cweId: 502,
        name: 'Deserialization of Untrusted Data',
      });
      expect((await service.asAdmin('GET', '/api/v1/cwe/99999')).status).toBe(404);
      expect((await service.asAdmin('GET', '/api/v1/cwe/x')).status).toBe(400);
    });
  });

  describe('access', () => {
    itKeepsAccessRules(
      [...Object.values(calculatorOperations), ...Object.values(cweOperations)],
      () => service,
    );
  });
});
