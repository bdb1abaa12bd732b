import { property } from '../property.ts';
import { boolean, directory, oneOf, secretText, text } from '../value-types.ts';

export const secretManagementProperties = {
  'svc.secret-management.provider': property(oneOf(['database', 'env']), {
    default: 'database',
    description:
      'Provider of the secrets of publishers and integrations: encrypted in the database, or read-only from files and environment variables `TALLYMAN_SECRET_<name>`.',
  }),
  'svc.secret-management.database.kek': property(secretText, {
    description:
      'Master key of the secrets in the database: Base64 of 32 bytes. To replace it, put the new key before the old one, separated by a comma. After the next start the old one is no longer needed. All nodes need the same value.',
  }),
  'svc.secret-management.database.kek-keyset.path': property(text, {
    description:
      'File with the master key, if the configuration has none; `keys/secret-management-kek` in the data directory by default.',
  }),
  'svc.secret-management.database.kek-keyset.create-if-missing': property(boolean, {
    default: true,
    description: 'Whether the file with the master key is created on the first start.',
  }),
  'svc.secret-management.env.directory': property(directory, {
    description: 'Directory with one file per secret, named like the secret.',
  }),
};
