/** The pace of the play: what has happened is shown one thing after another, so that an eye can follow. */
import type { Settings } from '../settings.svelte';

/** What takes time to be seen: a call, a card laid down, a full trick, cards turned up, thrown away, or taken into hand. */
export type Beat = 'call' | 'card' | 'trick' | 'reveal' | 'discard' | 'draw';

export type Motion = Settings['motion'];

/** How long each beat stays, in milliseconds. */
export const STAYS: Record<Motion, Record<Beat, number>> = {
  off: { call: 0, card: 0, trick: 0, reveal: 0, discard: 0, draw: 0 },
  fast: { call: 150, card: 150, trick: 450, reveal: 900, discard: 600, draw: 600 },
  normal: { call: 250, card: 250, trick: 1000, reveal: 2000, discard: 1300, draw: 1300 },
  slow: { call: 500, card: 500, trick: 1800, reveal: 3500, discard: 2400, draw: 2400 },
};

/** How long a card flies, in milliseconds. */
export const FLIGHT: Record<Motion, number> = { off: 0, fast: 150, normal: 220, slow: 250 };

/** One thing to show: `show` is called once for each beat in turn, and once more with null when all have been seen. */
export interface Frame {
  beats: readonly Beat[];
  show(beat: Beat | null): void;
}

/** A queue of frames, shown at the pace that `stay` says (milliseconds for a beat; 0 shows it at once). */
export class Pace {
  #waiting: Frame[] = [];
  #shown: Frame | null = null;
  #next = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(private readonly stay: (beat: Beat) => number) {}

  get busy(): boolean {
    return this.#shown !== null;
  }

  push(frame: Frame): void {
    this.#waiting.push(frame);
    if (!this.busy) this.#advance();
  }

  /** Ends the present beat now. */
  skip(): void {
    if (!this.busy) return;
    this.#stopWaiting();
    this.#advance();
  }

  /** Shows all there is, beat by beat, without waiting. */
  rush(): void {
    while (this.busy) this.skip();
  }

  #advance(): void {
    let stay = 0;
    while (stay === 0 && this.#take()) stay = this.#showBeat();
    if (stay > 0) this.#timer = setTimeout(() => this.#advance(), stay);
  }

  /** Whether there is a frame to go on with. */
  #take(): boolean {
    if (this.#shown === null) {
      this.#shown = this.#waiting.shift() ?? null;
      this.#next = 0;
    }
    return this.#shown !== null;
  }

  /** Shows the next beat and says how long it stays. */
  #showBeat(): number {
    const frame = this.#shown as Frame;
    const beat = frame.beats[this.#next++] ?? null;
    if (beat === null) this.#shown = null;
    frame.show(beat);
    return beat === null ? 0 : this.stay(beat);
  }

  #stopWaiting(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
