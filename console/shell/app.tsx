import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { queryClient } from '../api/query-client.ts';
import { Session } from '../api/session.tsx';
import { styleNonce } from '../parts/style-nonce.ts';
import { Languages } from '../parts/texts.tsx';
import { router } from '../router.ts';
import { Announcements } from './announcements.tsx';
import { Notices } from './notices.tsx';
import { SignInAgain } from './sign-in-again.tsx';
import { readableColors, theme } from './theme.ts';

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={readableColors}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
      deduplicateInlineStyles
    >
      <Announcements />
      <QueryClientProvider client={queryClient}>
        <Languages>
          <Session>
            <SignInAgain />
            <RouterProvider router={router} />
            <Notices />
          </Session>
        </Languages>
      </QueryClientProvider>
    </MantineProvider>
  );
}
