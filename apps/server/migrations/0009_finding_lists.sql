-- Lists of findings -------------------------------------------------------------------------------------------

-- The worst first: a page of findings by severity reads the beginning of this one, however many findings there are.
create index vulnerability_by_severity on vulnerability (
  (array_position(array['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO', 'UNASSIGNED'], severity)), id
);
-- Findings with a severity of their own come in between.
create index finding_analysis_rated on finding_analysis (component_id, vulnerability_id) where severity is not null;
-- Suppressed findings are left out of most lists.
create index finding_analysis_suppressed on finding_analysis (component_id, vulnerability_id) where is_suppressed;
