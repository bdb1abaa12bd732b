import { type ListedLicense, licenseV2Operations } from '@tallyman/contract';
import { getRouteApi } from '@tanstack/react-router';
import { call } from '../../api/api-query.ts';
import { type LoadPage, toTokenPage, useList } from '../../api/list-query.ts';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { countOf } from '../../ui/format-number.ts';
import type { GridSort } from '../../ui/grid/grid-column.ts';
import { GridList } from '../../ui/grid/grid-list.tsx';
import { Page } from '../../ui/page.tsx';
import { licenseColumns } from './license-columns.tsx';
import { LICENSE_SORT_FIELDS, type LicensesSearch } from './licenses-search.ts';

const route = getRouteApi('/licenses');
const PAGE_SIZE = 200;

/** The licences that components have, or all that are known. */
export function LicensesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const list = useList(['listLicensesV2', search], licensesLoader(search));
  const change = (changed: Partial<LicensesSearch>) =>
    void navigate({ search: (present) => ({ ...present, ...changed }) });
  const facts = `${countOf(list.total, 'licence')}${search.all ? '' : ' in your projects'}`;
  return (
    <Page title="Licences" facts={!list.isPending && facts} fills>
      <GridList
        label="Licences"
        list={list}
        columns={licenseColumns}
        rowId={({ uuid }) => uuid}
        sort={toSort(search)}
        onSort={(sort) => change(fromSort(sort))}
        onOpen={({ license_id: id }) => void navigate({ to: '/licenses/$id', params: { id }, search: {} })}
        filter={{
          label: 'Filter by id or name',
          placeholder: 'Id or name',
          text: search.q,
          onChange: (q) => change({ q }),
        }}
        filters={
          <>
            <Chip
              isOn={search.custom ?? false}
              onToggle={() => change({ custom: search.custom ? undefined : true })}
            >
              Custom only
            </Chip>
            <Chip isOn={search.all ?? false} onToggle={() => change({ all: search.all ? undefined : true })}>
              Show all known
            </Chip>
          </>
        }
        empty={<NoLicenses search={search} />}
      />
    </Page>
  );
}

function toSort({ sort, desc }: LicensesSearch): GridSort {
  return sort ? { by: sort, descending: desc ?? false } : { by: 'component_count', descending: true };
}

function fromSort({ by, descending }: GridSort): Pick<LicensesSearch, 'sort' | 'desc'> {
  const sort = LICENSE_SORT_FIELDS.find((field) => field === by);
  const isDefault = sort === 'component_count' && descending;
  return isDefault ? { sort: undefined, desc: undefined } : { sort, desc: descending ? true : undefined };
}

function NoLicenses({ search }: { readonly search: LicensesSearch }) {
  const isFiltered = search.q !== undefined || search.custom;
  return (
    <EmptyState title={isFiltered ? 'No licences match' : 'No licences in your projects'}>
      <p>
        {isFiltered
          ? 'Change or clear the filters above, or show all known licences.'
          : 'They come with the components of bills of materials, which are uploaded under Projects.'}
      </p>
    </EmptyState>
  );
}

function licensesLoader(search: LicensesSearch): LoadPage<ListedLicense> {
  const { by, descending } = toSort(search);
  return async (cursor, signal) => {
    const answer = await call(licenseV2Operations.listLicensesV2, {
      query: {
        q: search.q,
        only_used: !search.all,
        only_custom: search.custom ?? false,
        sort_by: by,
        sort_direction: descending ? 'DESC' : 'ASC',
        limit: PAGE_SIZE,
        ...(cursor === undefined ? {} : { page_token: String(cursor) }),
      },
      signal,
    });
    return toTokenPage(answer);
  };
}
