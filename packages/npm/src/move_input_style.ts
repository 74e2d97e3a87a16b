// The look of <fourfall-move-input>. Hosts change it with custom properties and parts.
export const STYLE = `
:host { display: inline-block; width: 100%; max-width: 26rem; color: inherit; font: inherit;
  --_red: var(--fourfall-red, #e63946); --_yellow: var(--fourfall-yellow, #ffd60a);
  --_board: var(--fourfall-board, #0052cc); --_hole: var(--fourfall-hole, #ffffff);
  --_focus: var(--fourfall-focus, #1a73e8); --_radius: var(--fourfall-radius, 0.75rem); }
:host([hidden]) { display: none; }
.buttons { display: grid; grid-template-columns: repeat(7, 1fr); gap: 2%; padding: 0 2.7%; margin-bottom: 0.375rem; }
button { min-height: 2.75rem; padding: 0; border: 2px solid transparent; border-radius: var(--_radius); cursor: pointer;
  font: inherit; font-weight: 600; font-variant-numeric: tabular-nums; color: var(--fourfall-button-text, #ffffff);
  background: var(--fourfall-button, #0046b0); transition: background 120ms ease-out; }
button:hover:enabled { background: var(--fourfall-button-hover, #00348a); }
button:focus-visible { outline: 3px solid var(--_focus); outline-offset: 2px; }
button:disabled { cursor: not-allowed; color: var(--fourfall-button-text-disabled, #5b6785);
  background: var(--fourfall-button-disabled, #dfe3ec); }
svg { display: block; width: 100%; height: auto; border-radius: var(--_radius); background: var(--_board); }
circle { fill: var(--_hole); }
.red { fill: var(--_red); } .yellow { fill: var(--_yellow); }
.preview { stroke: #16213e; stroke-width: 5; stroke-dasharray: 12 8; }
.red.preview { fill: color-mix(in srgb, var(--_red) 55%, var(--_hole)); }
.yellow.preview { fill: color-mix(in srgb, var(--_yellow) 55%, var(--_hole)); }
.mark { fill: none; stroke: #00000055; stroke-width: 6; }
.status { min-height: 1.5em; margin: 0.375rem 0 0; }
@media (prefers-reduced-motion: reduce) { button { transition: none; } }
`;
