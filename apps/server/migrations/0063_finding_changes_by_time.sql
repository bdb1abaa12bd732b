-- Changes of the whole portfolio in the order of time (ADR 0193). Each index has one kind of change in the order of the
-- list, so that a page reads its rows only. Most findings appear once and never end: they have one entry.
create index finding_appeared on finding (coalesce(active_since, first_seen), component_id, vulnerability_id);
create index finding_disappeared on finding (inactive_since, component_id, vulnerability_id)
  where inactive_since is not null;
create index component_returned_by_time on component (returned_at, id) where returned_at is not null;
create index component_removed_by_time on component (removed_at, id) where removed_at is not null;
drop index component_removed;
create index finding_past_by_start on finding_past (valid_from, component_id, vulnerability_id);
create index finding_past_by_time on finding_past (valid_to, component_id, vulnerability_id);
drop index finding_past_by_end;
create index finding_audit_changes on finding_audit (at, component_id, vulnerability_id, id) where changes is not null;

-- Which findings were suppressed at a time. Without these, a list of the past reads all decisions.
create index finding_analysis_suppressed_since on finding_analysis (updated_at, component_id, vulnerability_id)
  where is_suppressed;
create index finding_analysis_past_suppressed
  on finding_analysis_past (component_id, vulnerability_id, valid_from, valid_to) where is_suppressed;
