/** Four short tones, made on the spot; silent unless the settings say otherwise. */
import { settings } from '../settings.svelte';

export type Sound = 'turn' | 'card' | 'error' | 'end';

/** Each tone: its pitches in hertz, one after another, the length of one in seconds, and how loud (0 to 1). */
const TONES: Record<Sound, { pitches: number[]; length: number; gain: number; shape: OscillatorType }> = {
  turn: { pitches: [587, 880], length: 0.11, gain: 0.12, shape: 'sine' },
  card: { pitches: [190], length: 0.05, gain: 0.16, shape: 'triangle' },
  error: { pitches: [220, 174], length: 0.12, gain: 0.1, shape: 'square' },
  end: { pitches: [523, 659, 784, 1047], length: 0.14, gain: 0.12, shape: 'sine' },
};

let context: AudioContext | null = null;

export function sound(kind: Sound): void {
  if (!settings.sound || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  const { pitches, length, gain, shape } = TONES[kind];
  for (const [at, pitch] of pitches.entries()) ring(context, pitch, context.currentTime + at * length, length, gain, shape);
}

function ring(on: AudioContext, pitch: number, from: number, length: number, loudness: number, shape: OscillatorType): void {
  const tone = on.createOscillator();
  const volume = on.createGain();
  tone.type = shape;
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(loudness, from);
  volume.gain.exponentialRampToValueAtTime(0.001, from + length);
  tone.connect(volume).connect(on.destination);
  tone.start(from);
  tone.stop(from + length);
}
