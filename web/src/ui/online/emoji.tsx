// The emoji of the quick messages as drawings, so that they look the same everywhere.
import type { JSX } from "preact";

type Stroke = readonly [kind: "face" | "line" | "mouth" | "hand" | "tear" | "spark" | "heart", path: string];

const face: Stroke = ["face", "M16 2.5a13.5 13.5 0 1 0 0 27 13.5 13.5 0 0 0 0-27Z"];
const eyes: Stroke = ["line", "M11.5 12.5V14M20.5 12.5V14"];

const drawings: Readonly<Record<string, readonly Stroke[]>> = {
  smile: [face, eyes, ["line", "M10 18.5a6.8 6.8 0 0 0 12 0"]],
  laugh: [face, ["line", "m9.5 11 3 2-3 2M22.5 11l-3 2 3 2"], ["mouth", "M9.5 18h13a6.5 6.5 0 0 1-13 0Z"]],
  wink: [face, ["line", "M11.5 12.5V14M18.5 13.5h4M10.5 19a7 7 0 0 0 11-.5"]],
  wow: [face, eyes, ["line", "M10.3 9.7 12 9M21.7 9.7 20 9"], ["mouth", "M16 17.2c4 0 4 7.6 0 7.6s-4-7.6 0-7.6Z"]],
  think: [
    face,
    ["line", "M10 11.5h3.5M19 10l3.5-1M11.8 14.2v.6M20.8 13.2v.6M12.5 20.5l6-1.5"],
    ["hand", "M8.5 27.5c-1.8-1-2.5-3-1.5-4.8l4.8.6c1.2.2 1.3 1.7.2 1.9l-1.7.3"],
  ],
  sad: [face, eyes, ["line", "M10.5 22.5a6.5 6.5 0 0 1 11 0"], ["tear", "M22 16.5c1.5 1.9 2 3.6 0 3.8-2-.2-1.5-1.9 0-3.8Z"]],
  clap: [
    [
      "hand",
      "M9 27 5.8 20.5a2 2 0 0 1 .4-2.3l8-8.4a1.7 1.7 0 0 1 2.5 2.3l-2.9 3.3 6-5.6a1.7 1.7 0 0 1 2.4 2.4l-4.9 5 5.5-3.9a1.7 1.7 0 0 1 2 2.7l-5.6 4.4 4-2a1.6 1.6 0 0 1 1.6 2.8L17 26.8A8 8 0 0 1 9 27Z",
    ],
    ["spark", "M13 6.5 12.2 3M18.5 6 20 2.8M23.5 8.5l3-2"],
  ],
  heart: [["heart", "M16 27C6.5 20.5 3.5 15.5 4.8 10.8a6 6 0 0 1 11.2-1.3 6 6 0 0 1 11.2 1.3c1.3 4.7-1.7 9.7-11.2 16.2Z"]],
};

/** "smile", or "emoji-smile" as in the server's list. */
const bare = (name: string): string => name.replace(/^emoji-/, "");

export const isEmoji = (name: string): boolean => Object.hasOwn(drawings, bare(name));

export function Emoji({ name }: { name: string }): JSX.Element {
  return (
    <svg class="emoji" viewBox="0 0 32 32" aria-hidden="true">
      {drawings[bare(name)]?.map(([kind, path]) => <path key={path} class={kind} d={path} />)}
    </svg>
  );
}
