// Form fields with their own error texts, and sending a form.
import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useId } from "preact/hooks";
import type { App } from "../../app/types";
import type { Answer } from "../../online/api";
import type { Refusal } from "../../online/refusal";
import { refusalText } from "../texts/refusals";
import { r } from "./words";

/** The field each refusal is about. Other refusals concern the whole form. */
const fields: Readonly<Record<string, string>> = {
  "login-taken": "login",
  "bad-login": "login",
  "weak-password": "newPassword",
  "wrong-credentials": "password",
  "wrong-code": "code",
  "wrong-name": "name",
  "bad-name": "name",
  "name-taken": "name",
  "name-reserved": "name",
  "name-mixed": "name",
};

export interface Sending {
  readonly isBusy: boolean;
  readonly refusal: Refusal | null;
  /** The error text of a field; "": none. */
  wrong(app: App, field: string): string;
  /** The error text of the form; `known`: the fields that show their own. */
  rest(app: App, known: readonly string[]): string;
  send<T>(question: () => Promise<Answer<T>>, done: (value: T) => void): void;
}

export function useSending(): Sending {
  const isBusy = useSignal(false);
  const refusal = useSignal<Refusal | null>(null);
  const now = refusal.value;
  const field = now ? (fields[now.code] ?? "") : "";
  return {
    isBusy: isBusy.value,
    refusal: now,
    wrong: (app, name) => (now && field === name ? refusalText(app, now) : ""),
    rest: (app, known) => (now && !known.includes(field) ? refusalText(app, now) : ""),
    send: (question, done) => {
      if (isBusy.peek()) return;
      isBusy.value = true;
      void question().then((answer) => {
        isBusy.value = false;
        refusal.value = answer.ok ? null : answer.refusal;
        if (answer.ok) done(answer.value);
      });
    },
  };
}

interface InputProps {
  readonly label: string;
  readonly value: string;
  readonly wrong: string;
  readonly hint?: ComponentChildren;
  readonly type?: "text" | "password";
  readonly autocomplete: "username" | "nickname" | "current-password" | "new-password" | "one-time-code" | "off";
  readonly inputMode?: "numeric";
  readonly maxLength?: number;
  readonly children?: ComponentChildren;
  onInput(value: string): void;
}

/** The error text stands below the field and is read with it. */
export function Input(props: InputProps): JSX.Element {
  const id = useId();
  return (
    <div class="field typein">
      <label for={id}>{props.label}</label>
      <div class="box">
        <input
          id={id}
          type={(props.type ?? "text") as "text"}
          required
          spellcheck={false}
          autocapitalize="none"
          autocomplete={props.autocomplete}
          inputMode={props.inputMode}
          maxLength={props.maxLength}
          value={props.value}
          aria-invalid={props.wrong !== ""}
          aria-describedby={`${id}-wrong ${id}-hint`}
          onInput={(event) => props.onInput(event.currentTarget.value)}
        />
        {props.children}
      </div>
      <p class="wrong" id={`${id}-wrong`} role="alert">
        {props.wrong}
      </p>
      <div class="hint" id={`${id}-hint`}>
        {props.hint}
      </div>
    </div>
  );
}

interface TextAreaProps {
  readonly label: string;
  readonly value: string;
  readonly maxLength: number;
  onInput(value: string): void;
}

export function TextArea({ label, value, maxLength, onInput }: TextAreaProps): JSX.Element {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        rows={2}
        maxLength={maxLength}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </div>
  );
}

/** A password field whose content can be shown. */
export function PasswordInput(props: Omit<InputProps, "type" | "children"> & { readonly app: App }): JSX.Element {
  const isSeen = useSignal(false);
  const { app, ...rest } = props;
  return (
    <Input {...rest} type={isSeen.value ? "text" : "password"} maxLength={128}>
      <button
        type="button"
        class="quiet"
        aria-pressed={isSeen.value}
        aria-label={`${r(app, "account.show")}: ${props.label}`}
        onClick={() => (isSeen.value = !isSeen.value)}
      >
        {r(app, isSeen.value ? "account.hide" : "account.show")}
      </button>
    </Input>
  );
}

interface FormProps {
  readonly children: ComponentChildren;
  readonly label?: string;
  onSubmit(): void;
}

/** Forms are never submitted nor checked by the browser: everything goes through the API, and what is wrong is said in the page's language. */
export function Form({ children, label, onSubmit }: FormProps): JSX.Element {
  return (
    <form
      class="typed"
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

export function Wrong({ text }: { text: string }): JSX.Element {
  return (
    <p class="wrong" role="alert">
      {text}
    </p>
  );
}
