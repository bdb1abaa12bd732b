import { Button, Menu } from '@mantine/core';
import type { SavedView } from '@tallyman/contract';
import { type RefObject, useState } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { showNotice } from '../../ui/notice-store.ts';
import type { FindingsSearch } from '../findings/findings-search.ts';
import { ManageViewsDialog } from './manage-views-dialog.tsx';
import { SaveViewDialog } from './save-view-dialog.tsx';
import styles from './saved-views.module.css';
import { type ListedView, useChangeView, useSavedViews } from './use-saved-views.ts';
import { type ActiveView, findActiveView, NEEDS_DECISION, toViewQuery, toViewSearch } from './view-query.ts';

interface ViewsMenuProps {
  /** Without the project where the page is about one. */
  readonly search: FindingsSearch;
  readonly onSearch: (search: FindingsSearch) => void;
  readonly buttonRef: RefObject<HTMLButtonElement | null>;
}

/** The button names the view that is shown. The menu applies views, and saves the filters of the page as one. */
export function ViewsMenu({ search, onSearch, buttonRef }: ViewsMenuProps) {
  const saved = useSavedViews();
  const [appliedKey, setAppliedKey] = useState<string>();
  const [dialog, setDialog] = useState<'save' | 'manage'>();
  const views: readonly ListedView[] = [NEEDS_DECISION, ...saved];
  const active = findActiveView(views, search, appliedKey);
  const update = useChangeView((view) => view && showNotice({ text: `View “${view.name}” changed.` }));
  const apply = (key: string) => {
    const view = views.find((one) => one.key === key);
    if (!view) return;
    setAppliedKey(key);
    onSearch(toViewSearch(view.query));
  };
  const close = () => {
    setDialog(undefined);
    requestAnimationFrame(() => buttonRef.current?.focus());
  };
  return (
    <>
      <Menu position="bottom-end" width={280} returnFocus>
        <Menu.Target>
          <Button
            ref={buttonRef}
            className={styles.button}
            rightSection={<Icon name="chevronDown" size={12} />}
          >
            <span className="truncate">{active ? <ActiveName {...active} /> : 'Views'}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={styles.dropdown}>
          <Choices views={views} active={active} onApply={apply} />
          <Menu.Divider />
          {active?.isChanged && active.view.saved?.may_update && (
            <Menu.Item
              onClick={() => update.mutate({ uuid: active.view.key, update: { query: toViewQuery(search) } })}
            >
              Update “<bdi>{active.view.name}</bdi>”
            </Menu.Item>
          )}
          <Menu.Item onClick={() => setDialog('save')}>Save as a new view…</Menu.Item>
          {saved.some(isManaged) && <Menu.Item onClick={() => setDialog('manage')}>Manage views…</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'save' && (
        <SaveViewDialog
          query={toViewQuery(search)}
          onSaved={({ uuid }) => setAppliedKey(uuid)}
          onClose={close}
        />
      )}
      {dialog === 'manage' && (
        <ManageViewsDialog
          views={saved.filter(isManaged).map((view) => view.saved as SavedView)}
          onClose={close}
        />
      )}
    </>
  );
}

function isManaged({ saved }: ListedView): boolean {
  return saved !== undefined && (saved.may_update || saved.may_delete);
}

function ActiveName({ view, isChanged }: ActiveView<ListedView>) {
  return (
    <>
      View: <bdi>{view.name}</bdi>
      {isChanged && ', changed'}
    </>
  );
}

interface ChoicesProps {
  readonly views: readonly ListedView[];
  readonly active: ActiveView<ListedView> | undefined;
  readonly onApply: (key: string) => void;
}

const GROUPS: readonly (readonly [title: string, isMember: (view: ListedView) => boolean])[] = [
  ['Built in', ({ saved }) => saved === undefined],
  ['Your views', ({ saved }) => saved?.own === true],
  ['Shared by others', ({ saved }) => saved?.own === false],
];

function Choices({ views, active, onApply }: ChoicesProps) {
  return (
    <Menu.RadioGroup value={active?.isChanged ? '' : (active?.view.key ?? '')} onChange={onApply}>
      {GROUPS.map(([title, isMember]) => {
        const members = views.filter(isMember);
        if (members.length === 0) return null;
        return [
          <Menu.Label key={title}>{title}</Menu.Label>,
          ...members.map(({ key, name, saved }) => (
            <Menu.RadioItem
              key={key}
              value={key}
              closeMenuOnClick
              classNames={{ itemLabel: styles.label ?? '' }}
              rightSection={<span className={`${styles.hint} truncate`}>{toHint(saved)}</span>}
            >
              <bdi className={`${styles.name} truncate`} title={name}>
                {name}
              </bdi>
            </Menu.RadioItem>
          )),
        ];
      })}
    </Menu.RadioGroup>
  );
}

function toHint(view: SavedView | undefined): string {
  if (!view?.shared) return '';
  return view.own ? 'Shared' : (view.owner ?? '');
}
