import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/test-service.ts';

describe('Management server', () => {
  let service: TestService;
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(service.managementUrl + path, { headers });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  beforeAll(async () => {
    service = await startTestService({ 'svc.init.tasks.enabled': 'true' });
  });
  afterAll(() => service.close());

  it.each([
    ['/health', ['init-tasks', 'dataSources', 'jobs', 'api', 'vulnDataSources', 'storage']],
    ['/health/started', ['init-tasks']],
    ['/health/ready', ['dataSources', 'jobs', 'api']],
    ['/health/live', []],
  ])('GET %s answers 200 with status UP and its checks', async (path, names) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    const report = JSON.parse(answer.text);
    expect(report.status).toBe('UP');
    expect(report.checks.map((check: { name: string }) => check.name).sort()).toEqual([...names].sort());
  });

  it('lists the completed init tasks', async () => {
    const { checks } = JSON.parse((await get('/health/started')).text);
    expect(checks[0].data).toMatchObject({
      'database-migration': 'COMPLETED',
      'job-queue-migration': 'COMPLETED',
      'database-seeding': 'COMPLETED',
    });
  });

  it('GET /metrics is on, in the Prometheus text format: HTTP, pool, jobs, event loop, process', async () => {
    await service.request('GET', '/api/version');
    const { status, headers, text } = await get('/metrics');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(text).toMatch(
      /http_request_duration_seconds_count\{.*route="\/api\/version",status="200"\} [1-9]/,
    );
    for (const name of [
      'db_pool_connections',
      'jobs{',
      'nodejs_eventloop_lag_seconds',
      'process_cpu_seconds_total',
      'tallyman_portfolio_projects{state="vulnerable"} 0',
      'tallyman_portfolio_findings{severity="critical"} 0',
      'tallyman_portfolio_findings_by_state{state="undecided"} 0',
      'tallyman_portfolio_risk_score 0',
      'notification_deliveries{state="failed"} 0',
      'metrics_check_differences_total 0',
    ]) {
      expect(text).toContain(name);
    }
    // No source was loaded, so none has an age.
    expect(text).not.toMatch(/^vuln_data_source_oldest_age_seconds/m);
  });

  it.each(['/health', '/health/live', '/health/ready', '/health/started', '/metrics'])(
    'GET %s is not served on the main port',
    async (path) => {
      expect((await service.request('GET', path)).status).toBe(404);
    },
  );

  it('answers other paths with a problem document that names the valid ones', async () => {
    const answer = await get('/nothing');
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.text).detail).toContain('/health/ready');
  });
});

describe('docs/operations', () => {
  const read = (name: string) =>
    readFile(join(import.meta.dirname, '../../../../docs/operations', name), 'utf8');
  /** Names of metrics in a query: what is neither a function, a keyword, a label nor a number. */
  const namesIn = (query: string) =>
    query
      .replaceAll(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"|by \([^)]*\)/g, ' ')
      .match(/[a-z_][a-z0-9_]*(?!\w|\s*\()/g)
      ?.filter((name) => !['by', 'and', 'or', 'unless', 'on'].includes(name)) ?? [];

  it('name only metrics that exist, in the dashboard and in the alerts', async () => {
    const service = await startTestService();
    const text = await (await fetch(`${service.managementUrl}/metrics`)).text();
    await service.close();
    const known = new Set(
      [...text.matchAll(/^# TYPE (\w+) (\w+)/gm)].flatMap(([, name, type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
      ),
    );
    const dashboard = JSON.parse(await read('grafana-dashboard.json'));
    const queries = [
      ...dashboard.panels.flatMap((panel: { targets: { expr: string }[] }) =>
        panel.targets.map(({ expr }) => expr),
      ),
      ...[...(await read('monitoring.md')).matchAll(/expr: (.*)/g)].map(([, expr]) => expr),
    ];
    expect(queries.length).toBeGreaterThan(20);
    for (const query of queries) {
      const names = namesIn(query);
      expect(names.length, query).toBeGreaterThan(0);
      for (const name of names) expect(known, query).toContain(name);
    }
  });
});

describe('Metrics with credentials', () => {
  it('require the configured user name and password', async () => {
    const service = await startTestService({
      'svc.metrics.auth.username': 'prometheus',
      'svc.metrics.auth.password': 'scrape-me',
    });
    const basic = (text: string) => ({ Authorization: `Basic ${Buffer.from(text).toString('base64')}` });
    const status = async (headers: Record<string, string>) =>
      (await fetch(`${service.managementUrl}/metrics`, { headers })).status;
    expect(await status({})).toBe(401);
    expect(await status(basic('prometheus:wrong'))).toBe(401);
    expect(await status(basic('prometheus:scrape-me'))).toBe(200);
    await service.close();
  });

  it('serves no metrics if they are disabled', async () => {
    const service = await startTestService({ 'svc.metrics.enabled': 'false' });
    expect((await fetch(`${service.managementUrl}/metrics`)).status).toBe(404);
    await service.close();
  });
});
