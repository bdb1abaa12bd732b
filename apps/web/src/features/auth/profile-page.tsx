import { Button, NativeSelect, Switch, useMantineColorScheme } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../api/session.ts';
import { choose, DENSITIES, readDensity, SCHEMES, setDensity } from '../../ui/appearance.ts';
import { Card, Columns, Stack } from '../../ui/card.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Page } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { areSingleKeysOn, setSingleKeys } from '../../ui/single-keys.ts';
import { Time } from '../../ui/time.tsx';
import { AccountForm } from './account-form.tsx';
import { ApiKeys } from './api-keys.tsx';
import { Permissions } from './permissions.tsx';
import styles from './profile-page.module.css';
import { SecondFactors } from './second-factors.tsx';
import { signOut } from './sign-out.ts';

/** What the signed-in user can change about their account and how pages look. */
export function ProfilePage() {
  const { username = '' } = useSession();
  return (
    <Page title="Profile" facts={<bdi>{username}</bdi>}>
      <Columns>
        <Stack>
          <SecondFactors />
          <AccountForm />
          <ApiKeys />
        </Stack>
        <Stack>
          <Card title="Appearance">
            <Appearance />
          </Card>
          <KeyboardCard />
          <SessionCard />
        </Stack>
      </Columns>
    </Page>
  );
}

function Appearance() {
  // Without `keepTransitions` the switch writes a style element as HTML, which Trusted Types refuse.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const [density, setShownDensity] = useState(readDensity);
  return (
    <div className={`${styles.form} ${styles.narrow}`}>
      <NativeSelect
        label="Theme"
        value={colorScheme}
        data={SCHEMES.map(([value, label]) => ({ value, label }))}
        onChange={(event) => setColorScheme(choose(SCHEMES, event.currentTarget.value))}
      />
      <NativeSelect
        label="Rows of lists"
        value={density}
        data={DENSITIES.map(([value, label]) => ({ value, label }))}
        onChange={(event) => {
          const chosen = choose(DENSITIES, event.currentTarget.value);
          setDensity(chosen);
          setShownDensity(chosen);
        }}
      />
      <p className="muted">This browser remembers both.</p>
    </div>
  );
}

function KeyboardCard() {
  const [isOn, setIsOn] = useState(areSingleKeysOn);
  return (
    <Card title="Keyboard">
      <Switch
        label="Single-key shortcuts"
        description="Letters, digits and signs alone, as j and ?. Without them, arrows, Enter, space and Ctrl K still work."
        checked={isOn}
        onChange={(event) => {
          setSingleKeys(event.currentTarget.checked);
          setIsOn(event.currentTarget.checked);
        }}
      />
    </Card>
  );
}

function SessionCard() {
  const { expiresAt, permissions = [] } = useSession();
  const leave = useMutation({ mutationFn: (everywhere: boolean) => signOut({ everywhere }) });
  return (
    <Card title="Session">
      <Facts>
        {expiresAt !== undefined && (
          <Fact name="Ends">
            <Time at={expiresAt} />
          </Fact>
        )}
        <Fact name="Permissions">
          <Permissions names={permissions} />
        </Fact>
      </Facts>
      {leave.error && <Problem error={leave.error} />}
      <div className={styles.actions}>
        <Button onClick={() => leave.mutate(false)}>Sign out</Button>
        <Button onClick={() => leave.mutate(true)}>Sign out everywhere</Button>
      </div>
    </Card>
  );
}
