import { afterEach, describe, expect, it } from 'vitest';
import { setLanguage } from '../words.svelte';
import { event, happening, TABLE } from './sample';
import { rulesInWords, sentences } from './speech';

const watched = { ...TABLE, you: null };
const said = (fields: Parameters<typeof event>[1], table = TABLE): string[] => sentences(table, event(31, fields), 3);

describe('the play in sentences', () => {
  afterEach(() => setLanguage('en'));

  it('tells who plays which card', () => {
    expect(said({}, watched)).toEqual(['West plays the ten of diamonds.']);
    expect(said({})).toEqual(['Left plays the ten of diamonds.']);
    expect(said({ seat: 2, act: 'X1' })).toEqual(['Partner plays the Joker.']);
    expect(said({ seat: 0, act: '5H' })).toEqual(['You play the five of hearts.']);
    expect(said({ seat: 0, act: '5H' }, watched)).toEqual(['Anna plays the five of hearts.']);
  });

  it('tells a trick with its quints, their cards, their points, and for whom', () => {
    const happenings = [
      happening('trick', { seat: 3, side: 1, cards: ['AH', '4H', 'X1', '2S'] }),
      happening('quint_joker', { seat: 3, side: 1, cards: ['X1'], points: 25 }),
      happening('quint_ace_four', { seat: 3, side: 1, cards: ['AH', '4H'], points: 20 }),
    ];
    expect(said({ seat: 3, act: 'AH', happenings })).toEqual([
      'Right plays the ace of hearts.',
      'Right takes the trick.',
      'Quint royal: the Joker, 25 points for them.',
      'Quint: ace and four (ace of hearts, four of hearts), 20 points for them.',
    ]);
  });

  it('says you to the one who did it', () => {
    const happenings = [happening('trick', { seat: 0, side: 0 })];
    expect(said({ seat: 0, act: 'KD', happenings })).toEqual(['You play the king of diamonds.', 'You take the trick.']);
  });

  it('tells calls, a double only once', () => {
    expect(said({ seat: 3, act: 'pass' })).toEqual(['Right: Pass.']);
    expect(said({ seat: 1, act: 'double', happenings: [happening('doubled', { seat: 1, side: 1 })] })).toEqual(['Left doubles: every trick counts 10.']);
  });

  it('tells a new deal, an undo, and who comes and goes', () => {
    expect(said({ kind: 'dealt', seat: null, act: null })).toEqual(['A new deal. Dealer: Right.']);
    expect(said({ kind: 'undone', seat: 0, act: null })).toEqual(['You take back your last play.']);
    expect(said({ kind: 'seats', seat: 0, act: null, stand_in: true }, watched)).toEqual(['Anna is away: a bot plays meanwhile.']);
  });

  it('says so when a bot plays for somebody', () => {
    expect(said({ seat: 0, act: '5H', stand_in: true }, watched)).toEqual(['The bot for Anna plays the five of hearts.']);
  });

  it('speaks Japanese', async () => {
    await setLanguage('ja');
    expect(said({})).toEqual(['左がダイアモンドの10を出しました。']);
    expect(said({ seat: 0, act: '5H' })).toEqual(['あなたはハートの5を出しました。']);
  });

  it('tells the house rules', () => {
    expect(rulesInWords(TABLE)).toContain('Order of suits: Hearts, diamonds, clubs, spades. Deal after a tie: Played out, then compared');
  });
});
