export { writeSemverKey as writeCargoKey } from './semver.ts';
