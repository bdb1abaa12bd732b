-- The subpath of a package URL of Go belongs to the path of the module (`pkg:golang/github.com/go-chi/chi@v5.0.7#v5`), unless
-- the URL says that it means a package, or a part of the standard library: see portfolio/go-module.ts. What names modules
-- that way is keyed anew, and matched again.
create function pg_temp.go_module_coordinates(purl text, coordinates text) returns text language sql immutable as $$
  select split_part(coordinates, '@', 1) || '/' || path
    || case when position('@' in coordinates) > 0 then '@' || split_part(coordinates, '@', 2) else '' end
  from (
    select case when purl ~ '[?&]type=package([&#]|$)'
      then substring(split_part(purl, '#', 2) from '^(?:.*?/)??v(?:[2-9]|[1-9][0-9]+)(?=/|$)')
      else split_part(purl, '#', 2) end as path
  ) as subpath
$$;

update component set purl_coordinates = pg_temp.go_module_coordinates(purl, purl_coordinates)
where purl like 'pkg:golang/%#%' and split_part(substr(purl, 12), '/', 1) like '%.%'
  and pg_temp.go_module_coordinates(purl, purl_coordinates) is not null;

delete from matching_purl where purl like 'pkg:golang/%#%';

update project set last_vulnerability_analysis = null
where id in (select project_id from component where purl like 'pkg:golang/%#%');
