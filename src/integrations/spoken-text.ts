import type { components } from '../contract/index.ts';

type Schemas = components['schemas'];
type Prompt = Schemas['CallPrompt'] | undefined;
type Route = Schemas['CallRoute'] | undefined;

/** The same settings without control characters in what is spoken; what was left out stays left out. */
export function wellSpoken<Settings extends { callFlowConfig?: Schemas['CallFlow'] }>(
  settings: Settings,
): Settings {
  const flow = settings.callFlowConfig;
  if (!flow) return settings;
  const { menu } = flow;
  const callFlowConfig = {
    ...flow,
    ...changed('welcomeMessage', flow, ofPrompt),
    ...changed('recordingNotice', flow, ofPrompt),
    ...changed('route', flow, ofRoute),
    ...(menu
      ? {
          menu: {
            ...menu,
            options: menu.options.map((option) => ({ ...option, route: ofRoute(option.route) })),
          },
        }
      : {}),
  };
  return { ...settings, callFlowConfig };
}

function ofRoute<Given extends Route>(route: Given): Given {
  if (!route) return route;
  return {
    ...route,
    ...changed('voicemailMessage', route, ofPrompt),
    ...changed('closingMessage', route, ofPrompt),
    ...changed('waitingMessage', route, ofPrompt),
    ...changed('acceptCallPrompt', route, ofPrompt),
    ...(route.openingHours
      ? {
          openingHours: {
            ...route.openingHours,
            ...changed('closedMessage', route.openingHours, ofPrompt),
          },
        }
      : {}),
  };
}

function ofPrompt<Given extends Prompt>(prompt: Given): Given {
  if (!prompt?.text) return prompt;
  return { ...prompt, text: speakable(prompt.text) };
}

/** Without what no XML document may have: control characters other than tab and line ends, and halves of letters. */
function speakable(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g, '');
}

function changed<Whole extends object, Name extends keyof Whole>(
  name: Name,
  whole: Whole,
  change: (member: Whole[Name]) => Whole[Name],
): Partial<Pick<Whole, Name>> {
  if (!Object.hasOwn(whole, name)) return {};
  // as: one member of the whole, under its name.
  return { [name]: change(whole[name]) } as Partial<Pick<Whole, Name>>;
}
