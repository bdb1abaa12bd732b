-- Lists of findings -------------------------------------------------------------------------------------------

-- The worst first: a page of findings by severity reads the beginning of this one, however many findings there are.
create index vulnerability_by_severity on vulnerability (
  (array_position(array['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO', 'UNASSIGNED'], severity)), id
);
-- Findings with a severity of their own come in between.
create index finding_analysis_by_severity on finding_analysis (
  (array_position(array['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO', 'UNASSIGNED'], severity)),
  vulnerability_id, component_id
) where severity is not null;
-- Suppressed findings and those of removed components are left out of most lists. Both are few, so that it takes
-- little to look whether one of a million is among them.
create index finding_analysis_suppressed on finding_analysis (component_id, vulnerability_id) where is_suppressed;
create index component_gone on component (id) where removed_at is not null;
