// Which cards the front page shows for a game: what the game is about, at a glance.
const PICTURES: Record<string, readonly string[]> = {
  quinto: ['5S', 'AD', '4D', '5H', 'X1'],
};

/** The cards of a game's picture, from left to right. */
export function pictureOf(game: string): readonly string[] {
  return PICTURES[game] ?? ['TS', 'JC', 'QD', 'KH', 'AS'];
}
