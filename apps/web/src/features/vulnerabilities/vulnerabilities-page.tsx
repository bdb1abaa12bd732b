import { findingOperations } from '@tallyman/contract';
import { getRouteApi } from '@tanstack/react-router';
import { useList } from '../../api/list-query.ts';
import { useMayCall } from '../../api/session.ts';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { countOf } from '../../ui/format-number.ts';
import { GridList } from '../../ui/grid/grid-list.tsx';
import { Page } from '../../ui/page.tsx';
import { vulnerabilitiesLoader } from './vulnerabilities-query.ts';
import { VULNERABILITY_SORT_FIELDS, type VulnerabilitiesSearch } from './vulnerabilities-search.ts';
import { vulnerabilityColumns } from './vulnerability-columns.tsx';

const route = getRouteApi('/vulnerabilities');

/** The vulnerabilities that affect a project, or all that the sources have published. */
export function VulnerabilitiesPage() {
  const asked = route.useSearch();
  const navigate = route.useNavigate();
  const maySeeFindings = useMayCall(findingOperations.listFindingCases);
  const search: VulnerabilitiesSearch = maySeeFindings ? asked : { ...asked, all: true };
  const list = useList(['vulnerabilities', search], vulnerabilitiesLoader(search));
  const change = (changed: Partial<VulnerabilitiesSearch>) =>
    void navigate({ search: (present) => ({ ...present, ...changed }) });
  const count = countOf(list.total, 'vulnerability', 'vulnerabilities');
  return (
    <Page
      title="Vulnerabilities"
      facts={
        !list.isPending && `${count}${search.all ? '' : ' in your projects'}${list.isExact ? '' : ' or more'}`
      }
      fills
    >
      <GridList
        label="Vulnerabilities"
        list={list}
        columns={vulnerabilityColumns}
        rowId={({ uuid }) => uuid}
        sort={{ by: search.sort ?? 'severity', descending: search.desc ?? false }}
        onSort={({ by, descending }) =>
          change({
            sort: VULNERABILITY_SORT_FIELDS.find((field) => field === by),
            desc: descending ? true : undefined,
          })
        }
        onOpen={({ source, vulnId }) =>
          void navigate({ to: '/vulnerabilities/$source/$id', params: { source, id: vulnId }, search: {} })
        }
        filter={{
          label: search.all ? 'Filter by id' : 'Filter by id or title',
          placeholder: search.all ? 'Id' : 'Id or title',
          text: search.q,
          onChange: (q) => change({ q }),
        }}
        filters={
          maySeeFindings && (
            <>
              {!search.all && (
                <Chip
                  isOn={search.kev ?? false}
                  onToggle={() => change({ kev: search.kev ? undefined : true })}
                >
                  Known exploited
                </Chip>
              )}
              <Chip
                isOn={search.all ?? false}
                onToggle={() => change({ all: search.all ? undefined : true, kev: undefined })}
              >
                Show all known
              </Chip>
            </>
          )
        }
        empty={<NoVulnerabilities search={search} />}
      />
    </Page>
  );
}

function NoVulnerabilities({ search }: { readonly search: VulnerabilitiesSearch }) {
  if (search.q || search.kev) {
    return (
      <EmptyState title="No vulnerabilities match">
        <p>
          {search.all
            ? 'Change or clear the filter above.'
            : 'Change or clear the filters above, or show all known vulnerabilities: those that affect no project are left out.'}
        </p>
      </EmptyState>
    );
  }
  return search.all ? (
    <EmptyState title="No vulnerabilities are known">
      <p>No vulnerability source has been loaded yet. Until then nothing can be found.</p>
    </EmptyState>
  ) : (
    <EmptyState title="No vulnerabilities in your projects">
      <p>They appear after a bill of materials was uploaded and the vulnerability sources were loaded.</p>
    </EmptyState>
  );
}
