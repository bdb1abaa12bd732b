-- Saved views: named filters of pages, private or shared.
create table saved_view (
  id         bigint generated always as identity primary key,
  uuid       uuid not null unique,
  -- Null for shared views whose owner was deleted.
  owner_id   bigint references app_user on delete set null,
  page       text not null,
  name       text not null,
  query      text not null,
  is_shared  boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  check (owner_id is not null or is_shared)
);
create unique index saved_view_name on saved_view (owner_id, page, lower(name));
create index saved_view_shared on saved_view (page) where is_shared;

-- Private views are deleted with their owner. A trigger, because the foreign key keeps the shared ones.
create function delete_private_views() returns trigger language plpgsql as $$
begin
  delete from saved_view where owner_id = old.id and not is_shared;
  return old;
end $$;
create trigger private_views before delete on app_user
  for each row execute function delete_private_views();
