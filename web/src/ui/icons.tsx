// All icons: 24 x 24, one stroke width, no fill. They are decoration; the control that holds one has the name.
import type { JSX } from "preact";

const paths = {
  undo: "M8 5 4 9l4 4M4 9h9a6 6 0 0 1 0 12h-3",
  redo: "m16 5 4 4-4 4M20 9h-9a6 6 0 0 0 0 12h3",
  hint: "M9.5 18h5M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.1 1 1.8V16h5v-.3c0-.7.4-1.3 1-1.8A6 6 0 0 0 12 3Z",
  scores: "M5 20v-7M12 20V4M19 20v-11",
  threats: "M12 8v5M12 16.5v.5M10.3 4.2 2.9 17.5A2 2 0 0 0 4.6 20.5h14.8a2 2 0 0 0 1.7-3L13.7 4.2a2 2 0 0 0-3.4 0Z",
  review: "M3 17l5-6 4 4 8-10M15 5h5v5",
  moves: "M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  again: "M20 5v5h-5M20 10a8 8 0 1 0 0 5",
  sliders: "M4 7h9M19 7h1M4 17h1M11 17h9M16 4.5v5M8 14.5v5",
  help: "M9 9a3 3 0 1 1 4.2 2.7c-.8.4-1.2 1-1.2 1.8v.5M12 17.5v.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z",
  share: "M12 15V4M8 7.5 12 3.5l4 4M5 12v6a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-6",
  close: "M6 6l12 12M18 6 6 18",
  check: "m5 12.5 4.5 4.5L19 7.5",
  chevron: "m9 6 6 6-6 6",
  down: "m6 9.5 6 6 6-6",
  play: "M8 5.5v13l11-6.5-11-6.5Z",
  pause: "M9 6v12M15 6v12",
  first: "M6 6v12M18 6l-7 6 7 6",
  back: "m14.5 6-7 6 7 6",
  forward: "m9.5 6 7 6-7 6",
  last: "M18 6v12M6 6l7 6-7 6",
  copy: "M9 9h9a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-7a2 2 0 0 1-2-2ZM5 15V5a2 2 0 0 1 2-2h8",
  save: "M12 4v11M8 11l4 4 4-4M5 20h14",
  folder: "M3 7a2 2 0 0 1 2-2h4l2 2.5h8a2 2 0 0 1 2 2V17a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2Z",
  home: "M4 11l8-7 8 7M6.5 9.5V20h11V9.5",
  front: "M5 5h14v14H5ZM9 9h.01M15 9h.01M9 15h.01M15 15h.01",
  rear: "M8 15.5c-2.9-.6-5-1.9-5-3.5 0-2.2 4-4 9-4s9 1.8 9 4-4 4-9 4M12 12.5 15 16l-3 3.5",
  top: "M12 4 21 9l-9 5-9-5ZM12 14v6M9.5 17.5 12 20l2.5-2.5",
  corner: "M12 3l8 4.5v9L12 21l-8-4.5v-9ZM4 7.5l8 4.5 8-4.5M12 12v9",
  layers: "M12 3 21 8l-9 5-9-5ZM3 12l9 5 9-5M3 16l9 5 9-5",
  people: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20a6.5 6.5 0 0 1 13 0M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.5a6.5 6.5 0 0 1 3.5 5.5",
  cpu: "M7 7h10v10H7ZM10 3v4M14 3v4M10 17v4M14 17v4M3 10h4M3 14h4M17 10h4M17 14h4",
  board: "M4 4h16v13H4ZM4 17v3M20 17v3M8.5 8.5h.01M12 8.5h.01M15.5 8.5h.01M8.5 12.5h.01M12 12.5h.01M15.5 12.5h.01",
  sound: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM15.5 9a4.5 4.5 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11",
  mute: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM16 9.5l5 5M21 9.5l-5 5",
  offline: "M4 4l16 16M8.5 16a5 5 0 0 1 7 0M5 12.5a10 10 0 0 1 4-2.3M15 10.2a10 10 0 0 1 4 2.3M12 19.5v.01",
  info: "M12 11v5.5M12 7.5v.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z",
  drop: "M12 4v13M7 12l5 5 5-5",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
