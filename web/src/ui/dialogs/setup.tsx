// The fields of a new game: opponent and board. The start page and the new-game dialog share them.
import { signal, type Signal } from "@preact/signals";
import type { JSX } from "preact";
import type { App, Setup } from "../../app/types";
import type { Level, Style } from "../../core/types";
import { gameName } from "../../core/variants";
import { Choice, Field } from "../kit/controls";
import { levelName } from "../texts/names";
import { t } from "../texts/texts";

export const levels: readonly Level[] = ["easy", "medium", "hard", "perfect"];
const styles: readonly Style[] = ["balanced", "aggressive", "defensive"];
export const firsts: readonly Setup["first"][] = ["you", "cpu", "alternate"];
const sides = ["width", "height", "depth", "connect"] as const;

type Side = (typeof sides)[number];
export type BoardKind = "classic" | "cube" | "custom";

export interface Draft {
  readonly setup: Setup;
  readonly kind: BoardKind;
  readonly custom: Readonly<Record<Side, number>>;
}

function kindOf(board: string): BoardKind {
  if (board === "7x6") return "classic";
  return board === "5x5x5" ? "cube" : "custom";
}

/** The sides of a board by its name. */
export function customOf(board: string): Draft["custom"] {
  const parts = /^(\d+)x(\d+)(?:x(\d+))?(?:c(\d+))?$/.exec(board);
  const part = (index: number, otherwise: number): number => Number(parts?.[index] ?? otherwise);
  return { width: part(1, 8), height: part(2, 7), depth: part(3, 1), connect: part(4, 4) };
}

export function draftOf(setup: Setup): Draft {
  const kind = kindOf(setup.board);
  return { setup, kind, custom: customOf(kind === "custom" ? setup.board : "8x7") };
}

export function makeDraft(app: App): Signal<Draft> {
  return signal(draftOf(app.setup.peek()));
}

/** The board's name for the core, which decides whether it can be played. */
export function boardOf({ kind, custom }: Draft): string {
  if (kind === "classic") return "7x6";
  if (kind === "cube") return "5x5x5";
  const depth = custom.depth === 1 ? "" : `x${custom.depth}`;
  const connect = custom.connect === 4 ? "" : `c${custom.connect}`;
  return `${custom.width}x${custom.height}${depth}${connect}`;
}

export function startDraft(app: App, draft: Draft, setup: Partial<Setup> = {}): void {
  app.start({ ...draft.setup, board: boardOf(draft), ...setup });
}

interface FieldsProps {
  readonly app: App;
  readonly draft: Signal<Draft>;
}

export function ComputerFields({ app, draft }: FieldsProps): JSX.Element {
  const { setup } = draft.value;
  const change = (part: Partial<Setup>): void => {
    draft.value = { ...draft.value, setup: { ...setup, ...part } };
  };
  return (
    <>
      <StrengthFields app={app} game={gameName({ ...setup, board: boardOf(draft.value) })} level={setup.level} style={setup.style} onChange={change} />
      <FirstField app={app} draft={draft} />
    </>
  );
}

interface OpponentProps {
  readonly app: App;
  readonly mode: Setup["mode"];
  onChange(mode: Setup["mode"]): void;
}

export function OpponentField({ app, mode, onChange }: OpponentProps): JSX.Element {
  return (
    <Choice
      legend={t(app, "setup.opponent")}
      name="mode"
      options={[
        { value: "two", label: t(app, "setup.two"), icon: "people" },
        { value: "cpu", label: t(app, "setup.cpu"), icon: "cpu" },
      ]}
      value={mode}
      onChange={onChange}
    />
  );
}

/** Who begins: of two people it is player 1 or 2. */
export function FirstField({ app, draft }: FieldsProps): JSX.Element {
  const { setup } = draft.value;
  const isTwo = setup.mode === "two";
  const label = (first: Setup["first"]): string =>
    isTwo && first !== "alternate" ? t(app, "seat.player", { seat: first === "you" ? 1 : 2 }) : t(app, `first.${first}`);
  return (
    <Choice
      legend={t(app, "setup.first")}
      name="first"
      options={firsts.map((value) => ({ value, label: label(value) }))}
      value={setup.first}
      onChange={(first) => (draft.value = { ...draft.value, setup: { ...setup, first } })}
    />
  );
}

interface StrengthProps {
  readonly app: App;
  /** The strongest level is called by what it can do there. */
  readonly game: string;
  readonly level: Level;
  readonly style: Style;
  onChange(change: { level?: Level; style?: Style }): void;
}

interface LevelProps extends Pick<StrengthProps, "app" | "game" | "level"> {
  onChange(level: Level): void;
}

export function LevelField({ app, game, level, onChange }: LevelProps): JSX.Element {
  const options = levels.map((value) => ({ value, label: levelName(app, value, game) }));
  return <Choice legend={t(app, "setup.level")} name="level" options={options} value={level} onChange={onChange} />;
}

/** The computer's level and style. */
export function StrengthFields({ app, game, level, style, onChange }: StrengthProps): JSX.Element {
  return (
    <>
      <LevelField app={app} game={game} level={level} onChange={(value) => onChange({ level: value })} />
      <Choice
        legend={t(app, "setup.style")}
        name="style"
        options={styles.map((value) => ({ value, label: t(app, `style.${value}`) }))}
        value={style}
        onChange={(value) => onChange({ style: value })}
      />
    </>
  );
}

export function BoardFields({ app, draft }: FieldsProps): JSX.Element {
  const { kind, setup } = draft.value;
  // Five brings its own board, with the outer columns full.
  if (setup.variant === "five") return <></>;
  return (
    <>
      <Choice
        legend={t(app, "setup.board")}
        name="board"
        options={[
          { value: "classic", label: t(app, "board.classic"), icon: "board" },
          { value: "cube", label: t(app, "board.cube"), icon: "corner" },
          { value: "custom", label: t(app, "board.custom"), icon: "sliders" },
        ]}
        value={kind}
        onChange={(value) => (draft.value = { ...draft.value, kind: value })}
      />
      {kind === "custom" ? (
        <CustomFields app={app} draft={draft} />
      ) : (
        <p class="note">{t(app, kind === "classic" ? "board.classicHint" : "board.cubeHint")}</p>
      )}
    </>
  );
}

function CustomFields({ app, draft }: FieldsProps): JSX.Element {
  const { custom } = draft.value;
  const change = (side: Side, text: string): void => {
    const number = Number.parseInt(text, 10);
    if (Number.isFinite(number)) draft.value = { ...draft.value, custom: { ...custom, [side]: number } };
  };
  return (
    <>
      <div class="sides">
        {sides.map((side) => (
          <Field key={side} label={t(app, `board.${side}`)}>
            <input
              type="number"
              inputMode="numeric"
              min={side === "connect" ? 3 : 1}
              max={side === "connect" ? 8 : 12}
              value={custom[side]}
              aria-describedby="limits"
              onInvalid={(event) => event.currentTarget.setCustomValidity(t(app, "board.limits"))}
              onInput={(event) => {
                event.currentTarget.setCustomValidity(""); // the browser's own words are in the browser's language
                change(side, event.currentTarget.value);
              }}
            />
          </Field>
        ))}
      </div>
      <p class="note" id="limits">
        {t(app, "board.limits")}
      </p>
    </>
  );
}
