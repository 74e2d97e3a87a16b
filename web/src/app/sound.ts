// Every sound is synthesized from oscillators and noise; there is nothing to load. Browsers allow sound only
// after the first click or key, so the audio context is created at the first sound.
import { isPower, type Power } from "../core/variants";
import type { Step } from "../scene/types";

interface Tone {
  readonly frequency: number;
  /** The frequency at the end; the same by default. */
  readonly to?: number;
  /** Seconds from now. */
  readonly at?: number;
  readonly seconds: number;
  readonly gain: number;
  readonly type?: OscillatorType;
}

/** The audio output with its volume, and the two kinds of sound everything is made of. */
class Synthesizer {
  isOn = true;
  volume = 0.6;
  private context: AudioContext | null = null;
  private master: GainNode | null = null;
  private noise: AudioBuffer | null = null;

  tone({ frequency, to = frequency, at = 0, seconds, gain, type = "sine" }: Tone): void {
    const context = this.open();
    if (!context) return;
    const start = context.currentTime + at;
    const oscillator = context.createOscillator();
    oscillator.type = type;
    oscillator.frequency.setValueAtTime(frequency, start);
    oscillator.frequency.exponentialRampToValueAtTime(to, start + seconds);
    oscillator.connect(this.envelope(context, start, seconds, gain));
    oscillator.start(start);
    oscillator.stop(start + seconds);
  }

  /** The short hiss of plastic on plastic. */
  clack(frequency: number, seconds: number, gain: number): void {
    const context = this.open();
    if (!context) return;
    const start = context.currentTime;
    const source = context.createBufferSource();
    source.buffer = this.noise ??= whiteNoise(context);
    const filter = context.createBiquadFilter();
    filter.type = "bandpass";
    filter.frequency.value = frequency;
    filter.Q.value = 1.4;
    source.connect(filter).connect(this.envelope(context, start, seconds, gain));
    source.start(start);
    source.stop(start + seconds);
  }

  /** Null while the sound is off. */
  private open(): AudioContext | null {
    if (!this.isOn || this.volume === 0 || !("AudioContext" in globalThis)) return null;
    this.context ??= new AudioContext();
    if (!this.master) {
      this.master = this.context.createGain();
      this.master.connect(this.context.destination);
    }
    if (this.context.state === "suspended") void this.context.resume().catch(() => undefined);
    this.master.gain.value = this.volume * this.volume;
    return this.context;
  }

  private envelope(context: AudioContext, start: number, seconds: number, peak: number): GainNode {
    const gain = context.createGain();
    gain.gain.setValueAtTime(0.0001, start);
    gain.gain.exponentialRampToValueAtTime(peak, start + 0.004);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
    gain.connect(this.master!);
    return gain;
  }
}

function whiteNoise(context: AudioContext): AudioBuffer {
  const noise = context.createBuffer(1, context.sampleRate / 4, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return noise;
}

/** C major upwards from C5, and a gentle A minor downwards. */
const RISING = [523.25, 659.25, 783.99, 1046.5, 1174.66, 1318.51, 1567.98] as const;
const FALLING = [440, 392, 329.63, 293.66, 261.63] as const;

export class Sound {
  private readonly synth = new Synthesizer();
  /** The special disc that falls. */
  private landing: Power | null = null;

  set(isOn: boolean, volume: number): void {
    this.synth.isOn = isOn;
    this.synth.volume = volume;
  }

  /** The higher the fall, the deeper and louder the clack; bounces are softer. */
  drop(rows: number, bounce: number): void {
    const softness = 1 / (1 + 2.5 * bounce);
    const depth = Math.min(rows, 12) / 12;
    const gain = (0.35 + 0.3 * depth) * softness;
    this.synth.tone({ frequency: 330 - 170 * depth, to: 120 - 40 * depth, seconds: 0.11, gain, type: "triangle" });
    this.synth.clack(2600 - 900 * depth, 0.05, (0.25 + 0.25 * depth) * softness);
  }

  /** A move of a variant begins. A special disc sounds when it lands. */
  begin(step: Pick<Step, "action" | "isBack" | "before"> | null): void {
    this.landing = null;
    if (!step || step.isBack) return;
    const { action } = step;
    if (isPower(action)) this.landing = action;
    else if (action === "pop") this.pop(step.before.variant?.task === "target");
    else if (action === "swap") this.swap();
    else if (action !== "drop") this.whoosh(action === "turn-left");
  }

  /** A disc touches down. */
  land(rows: number, bounce: number): void {
    const special = bounce === 0 ? this.landing : null;
    if (special) this.landing = null;
    if (special === "anvil") this.anvil();
    else if (special === "wall") this.wall();
    else this.drop(rows, bounce);
    if (special === "bomb") this.fuse();
    if (special === "double") this.synth.tone({ frequency: 784, at: 0.1, seconds: 0.25, gain: 0.16, type: "triangle" });
  }

  /** A cork; of a bomb, a bang. */
  private pop(isBang: boolean): void {
    if (!isBang) {
      this.synth.tone({ frequency: 240, to: 960, seconds: 0.085, gain: 0.4 });
      return this.synth.clack(1500, 0.03, 0.25);
    }
    this.synth.tone({ frequency: 130, to: 34, seconds: 0.55, gain: 0.65 });
    this.synth.clack(420, 0.24, 0.9);
  }

  /** Iron: partials that do not fit together, over a deep thud. */
  private anvil(): void {
    this.synth.tone({ frequency: 85, to: 42, seconds: 0.3, gain: 0.6 });
    [523, 1187, 1853, 2794].forEach((frequency, i) => {
      this.synth.tone({ frequency, seconds: 0.9 - 0.17 * i, gain: 0.16 / (i + 1), type: "triangle" });
    });
    this.synth.clack(3400, 0.05, 0.4);
  }

  private wall(): void {
    this.synth.tone({ frequency: 110, to: 60, seconds: 0.18, gain: 0.55, type: "triangle" });
    this.synth.clack(700, 0.09, 0.6);
  }

  /** It burns. */
  private fuse(): void {
    this.synth.tone({ frequency: 1900, to: 2600, at: 0.12, seconds: 0.3, gain: 0.03, type: "square" });
    this.synth.clack(6000, 0.24, 0.16);
  }

  private whoosh(isLeft: boolean): void {
    const [from, to] = isLeft ? [520, 130] : [130, 520];
    this.synth.tone({ frequency: from, to, seconds: 0.65, gain: 0.14 });
    this.synth.clack(900, 0.24, 0.2);
  }

  /** Two tones change places. */
  private swap(): void {
    this.synth.tone({ frequency: 392, to: 784, seconds: 0.35, gain: 0.14, type: "triangle" });
    this.synth.tone({ frequency: 784, to: 392, seconds: 0.35, gain: 0.14, type: "triangle" });
  }

  /** A disc of the winning line lights up: the notes rise, and the last one rings out. After a loss they fall softly. */
  light(index: number, count: number, isLoss: boolean): void {
    if (isLoss) return this.sink(index, count);
    const frequency = RISING[Math.min(index, RISING.length - 1)]!;
    this.synth.tone({ frequency, seconds: 0.55, gain: 0.2, type: "triangle" });
    this.synth.tone({ frequency: frequency * 2, seconds: 0.35, gain: 0.05 });
    if (index + 1 < count) return;
    for (const part of [0.5, 0.75, 1.25]) this.synth.tone({ frequency: frequency * part, at: 0.16, seconds: 1.1, gain: 0.11, type: "triangle" });
    this.synth.tone({ frequency: frequency * 2, to: frequency * 2.5, at: 0.18, seconds: 0.5, gain: 0.035 });
  }

  private sink(index: number, count: number): void {
    const frequency = FALLING[Math.min(index, FALLING.length - 1)]!;
    this.synth.tone({ frequency, seconds: 0.6, gain: 0.13 });
    if (index + 1 === count) this.synth.tone({ frequency: frequency / 2, at: 0.12, seconds: 1, gain: 0.12 });
  }

  win(): void {
    [523.25, 659.25, 783.99, 1046.5].forEach((frequency, i) => {
      this.synth.tone({ frequency, at: i * 0.09, seconds: 0.7, gain: 0.22, type: "triangle" });
      this.synth.tone({ frequency: frequency * 2, at: i * 0.09, seconds: 0.4, gain: 0.05 });
    });
  }

  draw(): void {
    this.synth.tone({ frequency: 392, seconds: 0.35, gain: 0.2, type: "triangle" });
    this.synth.tone({ frequency: 329.63, at: 0.16, seconds: 0.5, gain: 0.2, type: "triangle" });
  }

  lose(): void {
    this.synth.tone({ frequency: 392, to: 370, seconds: 0.3, gain: 0.2, type: "triangle" });
    this.synth.tone({ frequency: 311.13, to: 277, at: 0.2, seconds: 0.6, gain: 0.2, type: "triangle" });
  }

  /** An opponent is found, or a game begins. */
  found(): void {
    [659.25, 880, 1174.66].forEach((frequency, i) => {
      this.synth.tone({ frequency, at: i * 0.12, seconds: 0.3, gain: 0.22, type: "triangle" });
    });
  }

  turn(): void {
    this.synth.tone({ frequency: 587.33, seconds: 0.16, gain: 0.16, type: "triangle" });
  }

  chat(): void {
    this.synth.tone({ frequency: 880, to: 988, seconds: 0.09, gain: 0.12 });
  }

  /** The opponent has lost the connection. */
  gone(): void {
    this.synth.tone({ frequency: 494, to: 330, seconds: 0.35, gain: 0.16, type: "triangle" });
  }

  refuse(): void {
    this.synth.tone({ frequency: 150, to: 110, seconds: 0.16, gain: 0.35, type: "square" });
  }

  click(): void {
    this.synth.clack(3200, 0.025, 0.14);
  }
}
