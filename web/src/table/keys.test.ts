import { describe, expect, it } from 'vitest';
import { commandOf, step } from './keys';

describe('the keys', () => {
  const press = (key: string, init: KeyboardEventInit = {}): KeyboardEvent => new KeyboardEvent('keydown', { key, ...init });

  it.each([
    ['h', 'hand'],
    ['H', 'hand'],
    ['t', 'trick'],
    ['l', 'last'],
    ['s', 'score'],
    ['w', 'turn'],
    ['r', 'rules'],
    ['?', 'help'],
    ['Escape', 'leave'],
    ['x', null],
  ])('%s asks for %s', (key, command) => expect(commandOf(press(key))).toBe(command));

  it("leaves the browser's own shortcuts alone", () => {
    expect(commandOf(press('r', { ctrlKey: true }))).toBeNull();
    expect(commandOf(press('l', { metaKey: true }))).toBeNull();
  });

  it('leaves what is typed into a field alone', () => {
    const field = document.createElement('input');
    let command: unknown = 'unset';
    field.addEventListener('keydown', (key) => (command = commandOf(key)));
    field.dispatchEvent(press('h'));
    expect(command).toBeNull();
  });

  it('moves over the hand and stops at its ends', () => {
    expect(step('ArrowRight', 0, 3)).toBe(1);
    expect(step('ArrowRight', 2, 3)).toBe(2);
    expect(step('ArrowLeft', 0, 3)).toBe(0);
    expect(step('End', 0, 3)).toBe(2);
    expect(step('a', 0, 3)).toBeNull();
  });
});
