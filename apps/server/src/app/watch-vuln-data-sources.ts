import { listSourceStatus, type SourceStatus } from '../modules/mirroring/source-status.ts';
import type { Context } from '../platform/context.ts';
import type { Health } from '../platform/health/health.ts';
import type { Telemetry } from '../platform/telemetry/telemetry.ts';

/** Shows the age of the vulnerability data in health and metrics. It does not affect readiness. */
export function watchVulnDataSources(ctx: Context, health: Health, telemetry: Telemetry): void {
  health.add('vulnDataSources', [], async () => {
    const status = await listSourceStatus(ctx);
    return { up: true, data: Object.fromEntries(status.map((one) => [one.source.name, stateOf(one)])) };
  });
  telemetry.watch(
    'vuln_data_source_state',
    'Sources of vulnerability data by the age of their data',
    ['source', 'state'],
    async () =>
      (await listSourceStatus(ctx)).map((one) => ({
        labels: { source: one.source.name, state: stateOf(one) },
        value: 1,
      })),
  );
  telemetry.watch(
    'vuln_data_source_last_success_timestamp_seconds',
    'When a source of vulnerability data was last mirrored or imported',
    ['source'],
    async () =>
      (await listSourceStatus(ctx)).flatMap(({ source, lastSuccess }) =>
        lastSuccess ? [{ labels: { source: source.name }, value: lastSuccess.getTime() / 1000 }] : [],
      ),
  );
  telemetry.watch(
    'vuln_data_source_oldest_age_seconds',
    'Age of the data of the enabled source that was mirrored or imported longest ago',
    // Without a label the gauge would be 0, as if the data were new, until a source is loaded.
    ['source'],
    async () => {
      const [oldest] = (await listSourceStatus(ctx))
        .flatMap(({ source, settings, lastSuccess }) =>
          settings.isEnabled && lastSuccess ? [{ name: source.name, time: lastSuccess.getTime() }] : [],
        )
        .toSorted((a, b) => a.time - b.time);
      return oldest
        ? [{ labels: { source: oldest.name }, value: (ctx.now().getTime() - oldest.time) / 1000 }]
        : [];
    },
  );
}

function stateOf({ settings, state }: SourceStatus): string {
  return settings.isEnabled || state !== 'NEVER_LOADED' ? state : 'DISABLED';
}
