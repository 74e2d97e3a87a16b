// All icons: 24 x 24, one stroke width, no fill. They are decoration; their control has the accessible name.
import type { JSX } from "preact";
import { POWER_PATHS } from "../../scene/power_paths";

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
  globe: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM3 12h18M12 3c5.3 5 5.3 13 0 18-5.3-5-5.3-13 0-18Z",
  flag: "M6 21V4M6 4.5c5-2.5 7 2.5 12 0v9c-5 2.5-7-2.5-12 0",
  equal: "M5 9.5h14M5 14.5h14",
  bolt: "M13 3 5 13.5h6L10.5 21 19 10.5h-6Z",
  chat: "M20 11.5a7.5 7.5 0 0 1-11 6.6l-5 1.4 1.4-4.5A7.5 7.5 0 1 1 20 11.5Z",
  eye: "M2.5 12S6 5.5 12 5.5s9.5 6.5 9.5 6.5-3.5 6.5-9.5 6.5S2.5 12 2.5 12ZM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6Z",
  trophy: "M8 4h8v6a4 4 0 0 1-8 0ZM8 5.5H4.5C4.5 9 6 10.5 8.3 11M16 5.5h3.5c0 3.5-1.5 5-3.8 5.5M12 14v4M8.5 20.5c0-1.6 1.3-2.5 3.5-2.5s3.5.9 3.5 2.5Z",
  user: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5a7.5 7.5 0 0 1 15 0",
  calendar: "M4 6.5h16v14H4ZM4 10.5h16M8 4v4M16 4v4M8.5 15.2l2.2 2.2 4.8-4.2",
  key: "M11.5 12.5 4 20v-3l6-6a4.5 4.5 0 1 1 1.5 1.5ZM16 8v.01",
  link: "M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1",
  send: "m4.5 12-1-7.5L21 12 3.5 19.5ZM4.5 12H12",
  smile: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM9 9.5v.5M15 9.5v.5M8 14.5a5 5 0 0 0 8 0",
  bell: "M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15ZM10 20.5h4",
  pop: "M5 4v7h14V4M12 7v13M8 16l4 4 4-4",
  ...POWER_PATHS,
  "turn-left": "M5.5 8.5A8 8 0 1 1 4.6 15M5 3.5v5h5",
  "turn-right": "M18.5 8.5a8 8 0 1 0 .9 6.5M19 3.5v5h-5",
  swap: "M7 4 3.5 7.5 7 11M4 7.5h13M17 13l3.5 3.5L17 20M20 16.5H7",
  rules: "M5 3.5h14v17H5ZM8.5 8h7M8.5 12h7M8.5 16h4",
  exit: "M10 4H5v16h5M15 8l4 4-4 4M19 12H9.5",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
