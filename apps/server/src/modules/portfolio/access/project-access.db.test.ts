import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTeamKey, switchAccessControl, type TeamKey } from '../../../../test/support/team-key.ts';
import { startTestService, type TestService } from '../../../../test/support/test-service.ts';
import { inTransaction } from '../../../platform/db/database.ts';

let service: TestService;
let mine: TeamKey;
let theirs: TeamKey;
let projects = 0;

beforeAll(async () => {
  service = await startTestService();
  mine = await createTeamKey(service, 'VIEW_PORTFOLIO');
  theirs = await createTeamKey(service, 'VIEW_PORTFOLIO');
  await switchAccessControl(service, true);
});
afterAll(() => service.close());

async function createProject(team: TeamKey): Promise<string> {
  const body = { name: `project ${++projects}`, accessTeams: [{ uuid: team.teamUuid }] };
  const answer = await service.asAdmin('PUT', '/api/v1/project', body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.uuid;
}

/** Enqueues an analysis that has already made progress. */
async function enqueueAnalysis(projectUuid: string): Promise<string> {
  const token = crypto.randomUUID();
  const startAfter = new Date(Date.now() + 3_600_000);
  await inTransaction(service.db, async (tx) => {
    const payload = { projectUuid, trigger: 'MANUAL' } as const;
    const job = await service.context.jobs.enqueue(tx, 'analyze-project', payload, { token, startAfter });
    await tx.insertInto('work_progress').values({ job_id: job, done: 3, total: 7 }).execute();
  });
  return token;
}

it('the progress of work on a project is shown only to users who may access it', async () => {
  const look = async (project: string) => {
    const path = `/api/v1/event/token/${await enqueueAnalysis(project)}`;
    return {
      mine: (await service.request('GET', path, { apiKey: mine.apiKey })).body,
      admin: (await service.asAdmin('GET', path)).body,
    };
  };
  const progress = { done: 3, total: 7 };
  expect((await look(await createProject(mine))).mine).toMatchObject({ processing: true, progress });
  const onHidden = await look(await createProject(theirs));
  expect(onHidden.mine).toEqual({ processing: false });
  expect(onHidden.admin).toMatchObject({ processing: true, progress });
});

it('deleting a team deletes its access to projects', async () => {
  const team = await createTeamKey(service, 'VIEW_PORTFOLIO');
  const project = await createProject(team);
  const mappings = () =>
    service.db
      .selectFrom('project_access')
      .innerJoin('project', 'project.id', 'project_access.project_id')
      .select('project_access.team_id')
      .where('project.uuid', '=', project)
      .execute();
  expect(await mappings()).toHaveLength(1);
  expect((await service.asAdmin('DELETE', '/api/v1/team', { uuid: team.teamUuid })).status).toBe(204);
  expect(await mappings()).toEqual([]);
});
