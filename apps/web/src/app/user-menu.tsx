import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../api/session.ts';
import { signOut } from '../features/auth/sign-out.ts';
import { choose, DENSITIES, readDensity, SCHEMES, setDensity } from '../ui/appearance.ts';
import { Icon } from '../ui/icons.tsx';
import { showNotice } from '../ui/notice-store.ts';

/** Who is signed in, how the pages look, and the way out. */
export function UserMenu() {
  const { username } = useSession();
  // Without `keepTransitions` the switch writes a style element as HTML, which Trusted Types refuse.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const [density, setShownDensity] = useState(readDensity);
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon size="lg" aria-label={`User menu of ${username}`}>
          <Icon name="user" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className="truncate">{username}</Menu.Label>
        <Menu.Item component={Link} to="/profile">
          Profile
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Theme</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(choose(SCHEMES, value))}>
          {SCHEMES.map(([value, label]) => (
            <Menu.RadioItem key={value} value={value}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Label>Rows</Menu.Label>
        <Menu.RadioGroup
          value={density}
          onChange={(value) => {
            const chosen = choose(DENSITIES, value);
            setDensity(chosen);
            setShownDensity(chosen);
          }}
        >
          {DENSITIES.map(([value, label]) => (
            <Menu.RadioItem key={value} value={value}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item onClick={() => leave({ everywhere: false })}>Sign out</Menu.Item>
        <Menu.Item onClick={() => leave({ everywhere: true })}>Sign out everywhere</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function leave(options: { everywhere: boolean }): void {
  signOut(options).catch((error: Error) => showNotice({ text: error.message, tone: 'error' }));
}
