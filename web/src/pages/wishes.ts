// What somebody wishes for a new table: house rules and seats. Knows no game; all comes from the server's GameInfo.
import type { GameInfo, NewTable, SeatWish } from '../protocol';

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

/** The bot that sits down unless another is chosen. */
export function usualBot(game: GameInfo): string | null {
  return game.bots.find((bot) => bot === 'simple') ?? game.bots[0] ?? null;
}

/** The opener in seat 0; the other seats for bots, or open for friends. */
export function firstSeats(game: GameInfo, friends: boolean): SeatWish[] {
  const other = (): SeatWish => (friends ? { kind: 'open' } : { kind: 'bot', bot: usualBot(game) });
  return Array.from({ length: game.seats }, (_, seat) => (seat === 0 ? { kind: 'me' } : other()));
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
  const preset = presetOf(game, rules);
  return { game: game.name, name: name.trim(), seats, preset, rules: differing(game, rules, preset) };
}

function same(one: Rules, other: Rules): boolean {
  return Object.keys({ ...one, ...other }).every((name) => one[name] === other[name]);
}
