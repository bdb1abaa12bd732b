import { Button } from '@mantine/core';
import { type ApiKey, type TeamOfUser, teamOperations, userOperations } from '@tallyman/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../../api/api-query.ts';
import { useMayCall } from '../../api/session.ts';
import { Card } from '../../ui/card.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Time } from '../../ui/time.tsx';
import { PermissionNeeded } from '../portfolio/permission-needed.tsx';
import { CreateApiKeyDialog } from './create-api-key-dialog.tsx';
import { DeleteApiKeyDialog } from './delete-api-key-dialog.tsx';
import styles from './profile-page.module.css';

/** The API keys of the teams of the signed-in user. A key belongs to a team and has its permissions. */
export function ApiKeys() {
  const maySee = useMayCall(teamOperations.getTeam);
  const mayCreate = useMayCall(teamOperations.createApiKey);
  const { data, error, refetch } = useQuery(apiQuery(userOperations.getSelf, {}));
  const [isCreating, setIsCreating] = useState(false);
  const teams = data?.body.teams;
  return (
    <Card title="API keys">
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {teams?.length === 0 && <p className="muted">A key belongs to a team, and you are a member of none.</p>}
      {maySee && teams?.map((team) => <TeamKeys key={team.uuid} team={team} />)}
      {!maySee && <PermissionNeeded operation={teamOperations.getTeam}>Seeing the keys</PermissionNeeded>}
      {mayCreate && teams && teams.length > 0 && (
        <div className={styles.actions}>
          <Button onClick={() => setIsCreating(true)}>Create an API key</Button>
        </div>
      )}
      {isCreating && teams && <CreateApiKeyDialog teams={teams} onClose={() => setIsCreating(false)} />}
    </Card>
  );
}

function TeamKeys({ team }: { readonly team: TeamOfUser }) {
  const mayDelete = useMayCall(teamOperations.deleteApiKey);
  const { data, error, refetch } = useQuery(
    apiQuery(teamOperations.getTeam, { params: { uuid: team.uuid } }),
  );
  const [removed, setRemoved] = useState<ApiKey>();
  return (
    <section className={styles.team}>
      <h3>
        <bdi>{team.name}</bdi>
      </h3>
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {data?.body.apiKeys.length === 0 && <p className="muted">No keys</p>}
      <ul className={styles.factors}>
        {data?.body.apiKeys.map((key) => (
          <li key={key.publicId} className={styles.factor}>
            <KeyFacts apiKey={key} />
            {mayDelete && (
              <Button
                variant="subtle"
                aria-label={`Delete the key ${key.comment ?? key.publicId}`}
                onClick={() => setRemoved(key)}
              >
                Delete
              </Button>
            )}
          </li>
        ))}
      </ul>
      {removed && <DeleteApiKeyDialog apiKey={removed} onClose={() => setRemoved(undefined)} />}
    </section>
  );
}

function KeyFacts({ apiKey: { publicId, comment, created, lastUsed } }: { readonly apiKey: ApiKey }) {
  return (
    <span className={styles.key}>
      {comment !== undefined && <bdi>{comment} </bdi>}
      <code>{publicId}</code>{' '}
      <span className="muted">
        created <Time at={created} />,{' '}
        {lastUsed === undefined ? (
          'never used'
        ) : (
          <>
            used <Time at={lastUsed} />
          </>
        )}
      </span>
    </span>
  );
}
