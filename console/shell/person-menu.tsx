import { Box, Menu, useMantineColorScheme } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { consoleApi } from '../api/client.ts';
import { useChooseLanguage } from '../api/own-user.ts';
import { useMe } from '../api/session.tsx';
import { Icon } from '../parts/icon.tsx';
import { linkTo } from '../parts/link-to.tsx';
import { useTell } from '../parts/tell.tsx';
import { useLanguage, useTexts } from '../parts/texts.tsx';
import { useOpensAtOnce } from '../parts/use-opens-at-once.ts';
import { PersonFace } from './person-face.tsx';
import { shellTexts } from './shell-texts.ts';

const schemes = ['auto', 'light', 'dark'] as const;
const languages = { en: 'English', de: 'Deutsch' } as const;

/** Who is signed in and where; language, colours, the other organizations, the way out. */
export default function PersonMenu() {
  const t = useTexts(shellTexts);
  const tell = useTell();
  const { target, menu } = useOpensAtOnce();
  const { person, organization, otherOrganizations } = useMe();
  const { language } = useLanguage();
  const choose = useChooseLanguage({ onError: tell.refused });
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const name = person.displayName ?? person.email;

  const changeOrganization = useMutation({
    mutationFn: async (organizationId: string) => {
      const { error } = await consoleApi.POST('/me/organization', { body: { organizationId } });
      if (error) throw error;
    },
    onSuccess: () => location.assign('/'),
    onError: tell.refused,
  });

  return (
    <Menu
      {...menu}
      position="bottom-end"
      width={260}
      withinPortal
      checkIcon={<Icon name="check" size={14} />}
    >
      <Menu.Target>
        <PersonFace ref={target} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {name} · {organization.displayName}
        </Menu.Label>
        <Menu.Item renderRoot={linkTo({ to: '/me' })} leftSection={<Icon name="bell" />}>
          {t.me}
        </Menu.Item>
        <Menu.Item component="a" href="/account" leftSection={<Icon name="lock" />}>
          {t.account}
        </Menu.Item>
        <Menu.Item
          component="a"
          href="/api/public/swagger-ui/index.html"
          leftSection={<Icon name="book" />}
        >
          {t.documentation}
        </Menu.Item>
        {otherOrganizations.length > 0 && <Menu.Label>{t.organization}</Menu.Label>}
        {otherOrganizations.map(({ id, displayName }) => (
          <Menu.Item key={id} onClick={() => changeOrganization.mutate(id)}>
            {displayName}
          </Menu.Item>
        ))}
        <Menu.Label aria-hidden="true">{t.theme}</Menu.Label>
        <Box role="group" aria-label={t.theme}>
          {schemes.map((scheme) => (
            <Menu.RadioItem
              key={scheme}
              value={scheme}
              checked={colorScheme === scheme}
              onChange={() => setColorScheme(scheme)}
            >
              {t[scheme]}
            </Menu.RadioItem>
          ))}
        </Box>
        <Menu.Label aria-hidden="true">{t.language}</Menu.Label>
        <Box role="group" aria-label={t.language}>
          {(Object.keys(languages) as (keyof typeof languages)[]).map((one) => (
            <Menu.RadioItem
              key={one}
              value={one}
              lang={one}
              checked={language === one}
              onChange={() => choose.mutate(one)}
            >
              {languages[one]}
            </Menu.RadioItem>
          ))}
        </Box>
        <Menu.Divider />
        <Menu.Item component="a" href="/sign-out">
          {t.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
