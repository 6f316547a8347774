/** The keys of the table. */

export type Command = 'hand' | 'trick' | 'last' | 'score' | 'turn' | 'rules' | 'hint' | 'claim' | 'help' | 'leave';

const LETTERS: Record<string, Command> = { h: 'hand', t: 'trick', l: 'last', s: 'score', w: 'turn', r: 'rules', a: 'hint', c: 'claim', '?': 'help' };

/** The keys that the help lists, in its order; the first few work on the hand itself. */
export const KEYS = [
  { keys: ['←', '→'], does: 'move' },
  { keys: ['↑', 'Space', 'Enter'], does: 'play' },
  { keys: ['Esc'], does: 'leave' },
  { keys: ['H'], does: 'hand' },
  { keys: ['T'], does: 'trick' },
  { keys: ['L'], does: 'last' },
  { keys: ['S'], does: 'score' },
  { keys: ['W'], does: 'turn' },
  { keys: ['R'], does: 'rules' },
  { keys: ['A'], does: 'hint' },
  { keys: ['C'], does: 'claim' },
  { keys: ['?'], does: 'help' },
] as const;

/** What a key asks for; null when it is typed into a field or meant for the browser. */
export function commandOf(key: KeyboardEvent): Command | null {
  if (key.ctrlKey || key.metaKey || key.altKey || isField(key.target)) return null;
  return key.key === 'Escape' ? 'leave' : (LETTERS[key.key.toLowerCase()] ?? null);
}

/** Where an arrow key moves in a row of `count`, from `at`; null for any other key. */
export function step(key: string, at: number, count: number): number | null {
  if (key === 'ArrowRight') return Math.min(at + 1, count - 1);
  if (key === 'ArrowLeft') return Math.max(at - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
