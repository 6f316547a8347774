// What somebody wishes for a new table: house rules and seats. Knows no game; all comes from the server's GameInfo.
import type { GameInfo, NewTable, OptionInfo, RulesWish, SeatWish } from '../protocol';
import type { Settings } from '../settings.svelte';

export type Rules = Record<string, boolean | number | string>;

/** Every option with its default. */
export function defaultRules(game: GameInfo): Rules {
  return Object.fromEntries(game.options.map((option) => [option.name, option.default]));
}

/** Every option as a preset sets it. */
export function presetRules(game: GameInfo, preset: string): Rules {
  return { ...defaultRules(game), ...game.presets[preset] };
}

/** The preset that has just these rules, null if none. */
export function presetOf(game: GameInfo, rules: Rules): string | null {
  return Object.keys(game.presets).find((preset) => same(presetRules(game, preset), rules)) ?? null;
}

/** The rules that differ from the defaults, or from those of a preset. */
export function differing(game: GameInfo, rules: Rules, preset: string | null): Rules {
  const plain = preset === null ? defaultRules(game) : presetRules(game, preset);
  return Object.fromEntries(Object.entries(rules).filter(([name, value]) => plain[name] !== value));
}

/** How bots are to play: the opener's partner perhaps otherwise than the others. */
export interface Strength {
  bots: string;
  partner: string;
}

/** How bots play in a game as this browser likes it; the game's usual level where that says nothing, or what the game doesn't have. */
export function strengthOf(game: GameInfo, { level, partner }: Pick<Settings, 'level' | 'partner'>): Strength {
  const bots = game.levels.includes(level) ? level : game.usual;
  return { bots, partner: game.levels.includes(partner) ? partner : bots };
}

/** The opener in seat 0; the other seats for bots, or open for friends. */
export function firstSeats(game: GameInfo, friends: boolean, strength: Strength): SeatWish[] {
  return strengthened(fitted([{ kind: 'me' }], game.seats, otherWish(friends, strength)), game.sides, strength);
}

/** Who sits in the seats that nobody has thought of yet: a bot, or whoever follows the link. */
export function otherWish(friends: boolean, { bots }: Strength): SeatWish {
  return friends ? { kind: 'open' } : { kind: 'bot', bot: bots };
}

/** The seats with every bot playing as is wished: the opener's partners, and all others. */
export function strengthened(seats: SeatWish[], sides: number[][], { bots, partner }: Strength): SeatWish[] {
  const own = sides.find((side) => side.some((seat) => seats[seat]?.kind === 'me')) ?? [];
  return seats.map((wish, seat) => (wish.kind === 'bot' ? { kind: 'bot', bot: own.includes(seat) ? partner : bots } : wish));
}

/** The seats for another number of players: the first ones stay, further ones are for `other`; the opener keeps a seat. */
export function fitted(seats: SeatWish[], count: number, other: SeatWish): SeatWish[] {
  const kept = Array.from({ length: count }, (_, seat) => seats[seat] ?? other);
  const lost = seats.slice(count).some((wish) => wish.kind === 'me');
  return lost ? reseated(kept, 0, { kind: 'me' }) : kept;
}

const FEW = 3;

/** The numbers among which an option chooses, where they are few or not all in a row; empty where any from low to high will do. */
export function numbersOf({ low, high, numbers }: OptionInfo): number[] {
  if (numbers.length > 0 || high - low >= FEW) return numbers;
  return Array.from({ length: high - low + 1 }, (_, at) => low + at);
}

/** House rules as the server asks for them: the preset, and what differs from it. */
export function rulesWish(game: GameInfo, rules: Rules): Required<RulesWish> {
  const preset = presetOf(game, rules);
  return { preset, rules: differing(game, rules, preset) };
}

/** The seats after one of them is given to somebody else; the opener sits once, so whoever was there changes places. */
export function reseated(seats: SeatWish[], seat: number, wish: SeatWish): SeatWish[] {
  const there = seats[seat] ?? wish;
  return seats.map((each, at) => {
    if (at === seat) return wish;
    return wish.kind === 'me' && each.kind === 'me' ? there : each;
  });
}

/** The request that opens the table. */
export function request(game: GameInfo, name: string, seats: SeatWish[], rules: Rules): NewTable {
  return { game: game.name, name: name.trim(), seats, ...rulesWish(game, rules) };
}

function same(one: Rules, other: Rules): boolean {
  return Object.keys({ ...one, ...other }).every((name) => one[name] === other[name]);
}
