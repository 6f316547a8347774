// How this browser likes its table: a few choices, kept in this browser only.
export interface Settings {
  deck: 'four' | 'two';
  motion: 'off' | 'fast' | 'normal' | 'slow';
  tap: 'two' | 'one';
  sound: boolean;
  letters: boolean; // whether keys of one letter ask for something at the table
  name: string; // the name used last, empty before the first
  level: string; // how the bots of new tables play, empty for the server's usual level
  partner: string; // how a partner among them plays, empty for like the others
}

/** What each setting may be; the others are free. */
export const CHOICES = {
  deck: ['four', 'two'],
  motion: ['off', 'fast', 'normal', 'slow'],
  tap: ['two', 'one'],
} as const;

const KEPT = 'tefuda.settings';

/** The settings in force; a change is kept at once and shows everywhere. */
export const settings = $state<Settings>(kept());

/** Whether the settings dialog is open; App.svelte shows it over any page. */
export const dialog = $state({ open: false });

/** Opens the settings over whatever page is there. */
export function openSettings(): void {
  dialog.open = true;
}

$effect.root(() => {
  $effect(() => {
    localStorage.setItem(KEPT, JSON.stringify(settings));
    document.documentElement.dataset['deck'] = settings.deck;
  });
});

/** The settings kept in this browser; what is missing or no longer known has its default. */
export function kept(): Settings {
  const found = read();
  return {
    deck: oneOf(CHOICES.deck, found['deck'], 'four'),
    motion: oneOf(CHOICES.motion, found['motion'], prefersStillness() ? 'off' : 'normal'),
    tap: oneOf(CHOICES.tap, found['tap'], 'two'),
    sound: found['sound'] === true,
    letters: found['letters'] !== false,
    name: textOf(found['name']),
    level: textOf(found['level']),
    partner: textOf(found['partner']),
  };
}

function read(): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '{}');
    return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : {};
  } catch {
    return {}; // something else wrote there: begin anew
  }
}

function oneOf<T extends string>(choices: readonly T[], value: unknown, otherwise: T): T {
  return choices.find((each) => each === value) ?? otherwise;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function prefersStillness(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
