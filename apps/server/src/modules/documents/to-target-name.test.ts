import { describe, expect, it } from 'vitest';
import { toTargetName } from './to-target-name.ts';

const UUID = '0190C3E0-3F2A-7B6E-9F6C-0A1B2C3D4E5F';

describe('The target project', () => {
  it.each([
    ['is given by UUID', { project: UUID }, { uuid: UUID.toLowerCase() }],
    [
      'is given by UUID; all other identification is ignored',
      { project: UUID, projectName: 'n', projectVersion: '1' },
      { uuid: UUID.toLowerCase() },
    ],
    [
      'is given by name together with version',
      { projectName: ' n ', projectVersion: ' 1 ' },
      { name: 'n', version: '1' },
    ],
    [
      'is given by name and version if the UUID is empty',
      { project: '', projectName: 'n', projectVersion: '1' },
      { name: 'n', version: '1' },
    ],
  ])('%s', (_how, given, expected) => {
    expect(toTargetName(given, 'required')).toEqual(expected);
    expect(toTargetName(given, 'optional')).toEqual(expected);
  });

  it.each([undefined, '', ' '])(
    'has no version if that is %j and optional, and is refused otherwise',
    (projectVersion) => {
      const given = { projectName: 'n', ...(projectVersion === undefined ? {} : { projectVersion }) };
      expect(toTargetName(given, 'optional')).toEqual({ name: 'n', version: null });
      expect(() => toTargetName(given, 'required')).toThrow('projectVersion is required');
    },
  );

  it.each([{}, { projectName: ' ' }, { projectVersion: '1' }])(
    'is refused if it is not given: %j',
    (given) => {
      expect(() => toTargetName(given, 'optional')).toThrow(
        'project is required, or else projectName and projectVersion',
      );
    },
  );
});
