-- Administrative actions (ADR 0197). Triggers record them in the transaction of the change, as `audit_pending`. The service
-- moves them to `audit_log`, which is numbered and hash-chained.

create table audit_pending (
  id          bigint generated always as identity primary key,
  occurred_at timestamptz not null default clock_timestamp(),
  -- {kind, id, name, address}. Null: the service itself.
  actor       jsonb,
  action      text not null,
  subject     jsonb not null,
  changes     jsonb not null
);

create table audit_log (
  position      bigint primary key,
  occurred_at   timestamptz not null,
  actor_kind    text not null check (actor_kind in ('user', 'api-key', 'anonymous', 'system')),
  actor_name    text,
  address       text,
  action        text not null,
  subject_kind  text not null,
  subject_id    text,
  subject_name  text,
  changes       jsonb not null,
  previous_hash bytea not null,
  hash          bytea not null
);
create index audit_log_by_time on audit_log (occurred_at);
create index audit_log_by_actor on audit_log (actor_name, position);
create index audit_log_by_action on audit_log (action, position);
create index audit_log_by_subject on audit_log (subject_name, position);

create function refuse_change_of_audit_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('tallyman.audit_retention', true) = 'on' then
    return null;
  end if;
  raise exception 'The audit log is append-only';
end $$;
create trigger audit_log_is_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change_of_audit_log();

-- Values of a row -------------------------------------------------------------------------------------------------

create function to_audit_value(value jsonb) returns jsonb language sql immutable as $$
  select case when length(value #>> '{}') > 1000 then to_jsonb(left(value #>> '{}', 1000) || '…') else value end
$$;

-- {column: {from, to}} of the columns that differ. Values of `hidden` columns are replaced.
create function to_audit_changes(before jsonb, after jsonb, hidden text[], ignored text[])
returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(name, jsonb_strip_nulls(jsonb_build_object(
    'from', case when name = any(hidden) and old_value is not null then '"[hidden]"' else to_audit_value(old_value) end,
    'to', case when name = any(hidden) and new_value is not null then '"[hidden]"' else to_audit_value(new_value) end
  ))), '{}')
  from (
    select name, nullif(before -> name, 'null') as old_value, nullif(after -> name, 'null') as new_value
    from (select jsonb_object_keys(coalesce(after, before)) as name) names
    where name <> all(ignored)
  ) named
  where old_value is distinct from new_value
$$;

create function current_actor() returns jsonb language sql stable as $$
  select nullif(current_setting('tallyman.actor', true), '')::jsonb
$$;

create function audit_verb(operation text) returns text language sql immutable as $$
  select case operation when 'INSERT' then 'created' when 'UPDATE' then 'changed' else 'deleted' end
$$;

-- Arguments: kind of the subject, columns of its name, hidden columns, ignored columns; separated by commas.
create function record_audited_row() returns trigger language plpgsql as $$
declare
  before  jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  after   jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  shown   jsonb := coalesce(after, before);
  changes jsonb := to_audit_changes(before, after, string_to_array(tg_argv[2], ','), string_to_array(tg_argv[3], ','));
begin
  if changes = '{}' then
    return null;
  end if;
  insert into audit_pending (actor, action, subject, changes) values (
    current_actor(),
    tg_argv[0] || '.' || audit_verb(tg_op),
    jsonb_build_object(
      'kind', tg_argv[0],
      'id', shown ->> 'uuid',
      'name', (select string_agg(shown ->> name, '/') from unnest(string_to_array(tg_argv[1], ',')) name)
    ),
    changes
  );
  return null;
end $$;

-- Records members that a subject gained or lost, one entry per statement and subject. Members of subjects that were
-- deleted are not recorded: the deletion of the subject is. Arguments: kind of the subject, its table, its column of
-- the name, the column that refers to it, what the members are, and the expression of a member's name.
create function record_audited_members() returns trigger language plpgsql as $$
declare
  members text := 'select %2$I as subject_id, %1$s as name from %3$I changed';
  nothing text := 'select null::bigint as subject_id, null::text as name where false';
  before  text := case when tg_op = 'INSERT' then nothing else format(members, tg_argv[5], tg_argv[3], 'old_rows') end;
  after   text := case when tg_op = 'DELETE' then nothing else format(members, tg_argv[5], tg_argv[3], 'new_rows') end;
begin
  execute format($sql$
    with before as (%1$s), after as (%2$s),
      changed as (
        (select subject_id, name, 'removed' as how from before except select subject_id, name, 'removed' from after)
        union all
        (select subject_id, name, 'added' from after except select subject_id, name, 'added' from before)
      ),
      listed as (
        select subject_id, how, count(*) as total, to_jsonb((array_agg(name order by name))[1:100]) as names
        from changed where name is not null group by subject_id, how
      )
    insert into audit_pending (actor, action, subject, changes)
    select current_actor(), %3$L,
      jsonb_build_object('kind', %4$L, 'id', to_jsonb(subject) ->> 'uuid', 'name', subject.%5$I),
      jsonb_build_object(%6$L, jsonb_object_agg(how, names)
        || case when max(total) > 100 then jsonb_build_object('total', max(total)) else '{}' end)
    from listed join %7$I subject on subject.id = subject_id
    group by subject.id
  $sql$, before, after, tg_argv[0] || '.changed', tg_argv[0], tg_argv[2], tg_argv[4], tg_argv[1]);
  return null;
end $$;

-- The audited tables ----------------------------------------------------------------------------------------------

create trigger audit_app_user after insert or update or delete on app_user for each row
  execute function record_audited_row('user', 'username', 'password_hash', 'id,last_password_change,created_at,name_conflict');
create trigger audit_team after insert or update or delete on team for each row
  execute function record_audited_row('team', 'name', '', 'id,uuid');
create trigger audit_api_key after insert or update or delete on api_key for each row
  execute function record_audited_row('api-key', 'public_id', 'secret_hash', 'id,created_at,last_used_at');
create trigger audit_policy after insert or update or delete on policy for each row
  execute function record_audited_row('policy', 'name', '', 'id,uuid,created_at');
create trigger audit_vuln_policy after insert or update or delete on vuln_policy for each row
  execute function record_audited_row('vuln-policy', 'name', '', 'id,uuid,created_at,updated_at');
create trigger audit_vuln_policy_bundle after insert or update or delete on vuln_policy_bundle for each row
  execute function record_audited_row('vuln-policy-bundle', 'url', '',
    'uuid,hash,etag,last_modified,last_successful_sync,created_at,updated_at');
create trigger audit_publisher after insert or update or delete on publisher for each row
  execute function record_audited_row('publisher', 'name', '', 'id,uuid');
create trigger audit_alert after insert or update or delete on alert for each row
  execute function record_audited_row('alert', 'name', 'publisher_config',
    'id,uuid,filter_error,filter_failed_at,schedule_last_triggered_at,schedule_next_trigger_at,created_at,updated_at');
create trigger audit_secret after insert or update or delete on secret for each row
  execute function record_audited_row('secret', 'name', 'ciphertext', 'key_id,nonce,created_at,updated_at');
create trigger audit_setting after insert or update or delete on setting for each row
  execute function record_audited_row('setting', 'group_name,name', '', 'group_name,name');
create trigger audit_extension_config after insert or update or delete on extension_config for each row
  execute function record_audited_row('extension', 'point,extension', '', 'point,extension');

create procedure audit_members(members regclass, variadic arguments text[]) language plpgsql as $$
declare
  list text := (select string_agg(quote_literal(argument), ', ' order by place)
                from unnest(arguments) with ordinality given (argument, place));
begin
  execute format('create trigger audit_added after insert on %s referencing new table as new_rows
    for each statement execute function record_audited_members(%s)', members, list);
  execute format('create trigger audit_removed after delete on %s referencing old table as old_rows
    for each statement execute function record_audited_members(%s)', members, list);
  execute format('create trigger audit_changed after update on %s referencing old table as old_rows new table as new_rows
    for each statement execute function record_audited_members(%s)', members, list);
end $$;

call audit_members('user_permission', 'user', 'app_user', 'username', 'user_id', 'permissions', 'permission');
call audit_members('team_permission', 'team', 'team', 'name', 'team_id', 'permissions', 'permission');
call audit_members('team_member', 'team', 'team', 'name', 'team_id', 'members',
  '(select username from app_user where id = changed.user_id)');
call audit_members('api_key_team', 'api-key', 'api_key', 'public_id', 'api_key_id', 'teams',
  '(select name from team where id = changed.team_id)');
call audit_members('project_access', 'team', 'team', 'name', 'team_id', 'projects',
  '(select concat_ws('':'', name, version) from project where id = changed.project_id)');
call audit_members('policy_condition', 'policy', 'policy', 'name', 'policy_id', 'conditions',
  'concat_ws('' '', subject, operator, value)');
call audit_members('policy_project', 'policy', 'policy', 'name', 'policy_id', 'projects',
  '(select concat_ws('':'', name, version) from project where id = changed.project_id)');
call audit_members('policy_tag', 'policy', 'policy', 'name', 'policy_id', 'tags',
  '(select name from tag where id = changed.tag_id)');
call audit_members('alert_project', 'alert', 'alert', 'name', 'alert_id', 'projects',
  '(select concat_ws('':'', name, version) from project where id = changed.project_id)');
call audit_members('alert_tag', 'alert', 'alert', 'name', 'alert_id', 'tags',
  '(select name from tag where id = changed.tag_id)');
call audit_members('alert_team', 'alert', 'alert', 'name', 'alert_id', 'teams',
  '(select name from team where id = changed.team_id)');
call audit_members('second_factor', 'user', 'app_user', 'username', 'user_id', 'second_factors',
  'concat(kind, '' '', name)');
