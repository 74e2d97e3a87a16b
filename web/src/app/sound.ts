// Every sound is made here, from oscillators and noise; there is nothing to load. A browser gives
// sound only after a person has touched the page, so the context is made at the first sound.

export interface Sound {
  set(on: boolean, volume: number): void;
  /** The higher the fall, the deeper and louder the clack; bounces are softer. */
  drop(rows: number, bounce: number): void;
  win(): void;
  lose(): void;
  draw(): void;
  /** An opponent is found, or a game begins. */
  found(): void;
  turn(): void;
  chat(): void;
  /** The opponent is gone. */
  gone(): void;
  refuse(): void;
  click(): void;
}

interface Tone {
  readonly frequency: number;
  readonly to?: number;
  readonly at?: number;
  readonly seconds: number;
  readonly gain: number;
  readonly type?: OscillatorType;
}

export function createSound(): Sound {
  let context: AudioContext | null = null;
  let master: GainNode | null = null;
  let noise: AudioBuffer | null = null;
  let isOn = true;
  let volume = 0.6;

  function output(): { context: AudioContext; master: GainNode } | null {
    if (!isOn || volume === 0 || !("AudioContext" in globalThis)) return null;
    if (!context || !master) {
      context = new AudioContext();
      master = context.createGain();
      master.connect(context.destination);
    }
    if (context.state === "suspended") void context.resume().catch(() => undefined);
    master.gain.value = volume * volume;
    return { context, master };
  }

  function envelope(start: number, seconds: number, peak: number): GainNode {
    const gain = context!.createGain();
    gain.gain.setValueAtTime(0.0001, start);
    gain.gain.exponentialRampToValueAtTime(peak, start + 0.004);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
    gain.connect(master!);
    return gain;
  }

  function tone({ frequency, to = frequency, at = 0, seconds, gain, type = "sine" }: Tone): void {
    const out = output();
    if (!out) return;
    const start = out.context.currentTime + at;
    const oscillator = out.context.createOscillator();
    oscillator.type = type;
    oscillator.frequency.setValueAtTime(frequency, start);
    oscillator.frequency.exponentialRampToValueAtTime(to, start + seconds);
    oscillator.connect(envelope(start, seconds, gain));
    oscillator.start(start);
    oscillator.stop(start + seconds);
  }

  function noiseBuffer(out: AudioContext): AudioBuffer {
    if (noise) return noise;
    noise = out.createBuffer(1, out.sampleRate / 4, out.sampleRate);
    const samples = noise.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
    return noise;
  }

  /** The short hiss of plastic on plastic. */
  function clack(frequency: number, seconds: number, gain: number): void {
    const out = output();
    if (!out) return;
    const start = out.context.currentTime;
    const source = out.context.createBufferSource();
    source.buffer = noiseBuffer(out.context);
    const filter = out.context.createBiquadFilter();
    filter.type = "bandpass";
    filter.frequency.value = frequency;
    filter.Q.value = 1.4;
    source.connect(filter).connect(envelope(start, seconds, gain));
    source.start(start);
    source.stop(start + seconds);
  }

  return {
    set(on, level) {
      isOn = on;
      volume = level;
    },
    drop(rows, bounce) {
      const softness = 1 / (1 + 2.5 * bounce);
      const depth = Math.min(rows, 12) / 12;
      tone({ frequency: 330 - 170 * depth, to: 120 - 40 * depth, seconds: 0.11, gain: (0.35 + 0.3 * depth) * softness, type: "triangle" });
      clack(2600 - 900 * depth, 0.05, (0.25 + 0.25 * depth) * softness);
    },
    win() {
      const chord = [523.25, 659.25, 783.99, 1046.5];
      chord.forEach((frequency, i) => {
        tone({ frequency, at: i * 0.09, seconds: 0.7, gain: 0.22, type: "triangle" });
        tone({ frequency: frequency * 2, at: i * 0.09, seconds: 0.4, gain: 0.05 });
      });
    },
    draw() {
      tone({ frequency: 392, seconds: 0.35, gain: 0.2, type: "triangle" });
      tone({ frequency: 329.63, at: 0.16, seconds: 0.5, gain: 0.2, type: "triangle" });
    },
    lose() {
      tone({ frequency: 392, to: 370, seconds: 0.3, gain: 0.2, type: "triangle" });
      tone({ frequency: 311.13, to: 277, at: 0.2, seconds: 0.6, gain: 0.2, type: "triangle" });
    },
    found() {
      [659.25, 880, 1174.66].forEach((frequency, i) => {
        tone({ frequency, at: i * 0.12, seconds: 0.3, gain: 0.22, type: "triangle" });
      });
    },
    turn() {
      tone({ frequency: 587.33, seconds: 0.16, gain: 0.16, type: "triangle" });
    },
    chat() {
      tone({ frequency: 880, to: 988, seconds: 0.09, gain: 0.12 });
    },
    gone() {
      tone({ frequency: 494, to: 330, seconds: 0.35, gain: 0.16, type: "triangle" });
    },
    refuse() {
      tone({ frequency: 150, to: 110, seconds: 0.16, gain: 0.35, type: "square" });
    },
    click() {
      clack(3200, 0.025, 0.14);
    },
  };
}
