import { property } from '../property.ts';
import { boolean, directory, oneOf, secretText, text } from '../value-types.ts';

export const secretsProperties = {
  'svc.secret-management.provider': property(oneOf(['database', 'env']), {
    default: 'database',
    description:
      'Where secrets of publishers and integrations are: encrypted in the database, or provided by the ' +
      'surroundings as files and environment variables `TALLYMAN_SECRET_<name>`, which are only read.',
  }),
  'svc.secret-management.database.kek': property(secretText, {
    description:
      'Master key of the secrets in the database: Base64 of 32 bytes. To replace it, put the new one in front of ' +
      'the old one, with a comma between; after the next start the old one is no longer needed. All nodes need the same.',
  }),
  'svc.secret-management.database.kek-keyset.path': property(text, {
    description:
      'File with the master key, when the configuration has none; `keys/secret-management-kek` in the data directory by default.',
  }),
  'svc.secret-management.database.kek-keyset.create-if-missing': property(boolean, {
    default: true,
    description: 'Whether the file with the master key is made on the first start.',
  }),
  'svc.secret-management.env.directory': property(directory, {
    description: 'Directory of secrets that the surroundings provide: one file each, named like the secret.',
  }),
};
