import type { AffectedComponent } from '@tallyman/contract';
import { Card } from '../../ui/card.tsx';
import { formatCount } from '../../ui/format-number.ts';
import { Table } from '../../ui/table.tsx';
import { describeRange } from './describe-range.ts';

const MAX_SHOWN = 200;

/** Which packages and versions the sources say are affected. */
export function AffectedRanges({ ranges }: { readonly ranges: readonly AffectedComponent[] }) {
  return (
    <Card title="Affected versions" facts={formatCount(ranges.length)}>
      {ranges.length === 0 ? (
        <p className="muted">The sources name no package, so that no component can match.</p>
      ) : (
        <Table label="Affected versions">
          <thead>
            <tr>
              <th scope="col">Package or CPE name</th>
              <th scope="col">Versions</th>
              <th scope="col">According to</th>
            </tr>
          </thead>
          <tbody>
            {ranges.slice(0, MAX_SHOWN).map((range) => (
              <tr key={range.uuid}>
                <td>
                  <code>{range.identity}</code>
                </td>
                <td>
                  <code>{describeRange(range)}</code>
                </td>
                <td>{range.affectedVersionAttributions.map(({ source }) => source).join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {ranges.length > MAX_SHOWN && (
        <p className="muted">The first {MAX_SHOWN} are shown. The API returns all of them.</p>
      )}
    </Card>
  );
}
