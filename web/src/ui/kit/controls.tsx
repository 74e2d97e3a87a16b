// The controls of the page. All are styled native elements.
import type { ComponentChildren, JSX } from "preact";
import type { App } from "../../app/types";
import { Icon, type IconName } from "./icons";
import { t } from "../texts/texts";

export interface Option<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly icon?: IconName;
}

interface ChoiceProps<T extends string> {
  readonly legend: string;
  readonly name: string;
  readonly options: readonly Option<T>[];
  readonly value: T;
  onChange(value: T): void;
}

/** A choice of one among a few options, all visible. */
export function Choice<T extends string>(props: ChoiceProps<T>): JSX.Element {
  return (
    <fieldset class="choice">
      <legend>{props.legend}</legend>
      <div class="segments">
        {props.options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={props.name}
              checked={option.value === props.value}
              onChange={() => props.onChange(option.value)}
            />
            <span>
              {option.icon && <Icon name={option.icon} />}
              {option.label}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly hint?: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  onChange(checked: boolean): void;
}

export function Switch({ label, hint, checked, disabled, onChange }: SwitchProps): JSX.Element {
  return (
    <label class="switch">
      <span>
        {label}
        {hint && <small>{hint}</small>}
      </span>
      <input
        type="checkbox"
        role="switch"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}

interface IconButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  onClick(): void;
}

/** A square button without a visible label; its name is in the tooltip and for screen readers. */
export function IconButton({ icon, label, pressed, disabled, onClick }: IconButtonProps): JSX.Element {
  return (
    <button
      type="button"
      class="square"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}

interface DialogButtonProps {
  readonly app: App;
  readonly icon: IconName;
  readonly dialog: "share" | "settings" | "help";
}

export function DialogButton({ app, icon, dialog }: DialogButtonProps): JSX.Element {
  const open = (): void => {
    app.dialog.value = dialog;
  };
  return <IconButton icon={icon} label={t(app, `action.${dialog}`)} onClick={open} />;
}

interface FieldProps {
  readonly label: string;
  readonly children: ComponentChildren;
}

export function Field({ label, children }: FieldProps): JSX.Element {
  return (
    <label class="field">
      <span>{label}</span>
      {children}
    </label>
  );
}
