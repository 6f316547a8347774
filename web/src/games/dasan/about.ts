/** Da San away from the table. */
import { cardsOf } from '../../table/acts';
import type { About } from '../about';
import { byRank, nameOf } from './combinations';

export const about: About = {
  picture: ['4H', '5S', '6D', '3C', '3H'],
  counterclockwise: true,
  act: (act) => (act.startsWith('play ') ? nameOf(cardsOf(act)) : null),
  told: ['bid', 'call'],
  sheet: { rounds: ['round', 'out'], hand: byRank },
};
