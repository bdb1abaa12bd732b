-- Metrics read these columns of all vulnerabilities, without their texts.
create index vulnerability_severities on vulnerability (id) include (source, vuln_id, severity);
