// The game as a link, as text, as a picture; and back from text or a file.
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { home } from "../../app/files";
import type { App, Message } from "../../app/types";
import { Field } from "../kit/controls";
import { Copy } from "../kit/copy";
import { Icon } from "../kit/icons";
import { t, tell } from "../texts/texts";

export { Copy };

/** Files beyond this are no games; the core refuses far shorter texts, but need not see them. */
const fileMax = 1 << 20;

export function Share({ app }: { app: App }): JSX.Element {
  const remote = app.remote.value;
  const gameId = remote?.result ? remote.gameId : null;
  const link = gameId ? new URL(`game/${gameId}`, home()).href : app.shareLink();
  return (
    <div class="body">
      {gameId ? <ServerGame app={app} gameId={gameId} /> : <Copy app={app} label={t(app, "share.link")} text={link} />}
      {typeof navigator.share === "function" && (
        <button type="button" class="quiet" onClick={() => send(link)}>
          <Icon name="share" />
          {t(app, "share.send")}
        </button>
      )}
      <Copy app={app} label={t(app, "share.notation")} text={app.exportNotation()} />
      <Downloads app={app} />
      <OpenForm app={app} />
    </div>
  );
}

type GameLinks = (props: { app: App; gameId: string }) => JSX.Element;

/** What the server has to offer for a finished game; fetched with the rest of playing online. */
function ServerGame({ app, gameId }: { app: App; gameId: string }): JSX.Element | null {
  const links = useSignal<{ readonly GameLinks: GameLinks } | null>(null);
  useEffect(() => void import("../records").then((part) => (links.value = part), () => undefined), []);
  const part = links.value;
  return part && <part.GameLinks app={app} gameId={gameId} />;
}

/** People may change their mind in the system's dialog; that is no error. */
export function send(url: string): void {
  navigator.share({ url }).catch(() => undefined);
}

function download(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // some browsers begin to read only later
}

function Downloads({ app }: { app: App }): JSX.Element {
  const save = async (make: () => Promise<Blob>, name: string): Promise<void> => {
    try {
      download(await make(), name);
    } catch (error) {
      app.say("message.badFile", { text: error instanceof Error ? error.message : String(error) }, "refusal");
    }
  };
  const json = async (): Promise<Blob> => new Blob([await app.exportJson()], { type: "application/json" });
  const svg = async (): Promise<Blob> => new Blob([await app.exportSvg()], { type: "image/svg+xml" });
  return (
    <fieldset class="choice">
      <legend>{t(app, "share.save")}</legend>
      <div class="pair">
        <button type="button" class="quiet" onClick={() => void save(json, "fourfall.json")}>
          <Icon name="save" />
          {t(app, "share.json")}
        </button>
        <button type="button" class="quiet" onClick={() => void save(svg, "fourfall.svg")}>
          <Icon name="save" />
          {t(app, "share.svg")}
        </button>
        <button type="button" class="quiet" onClick={() => void save(() => app.exportPng(), "fourfall.png")}>
          <Icon name="save" />
          {t(app, "share.png")}
        </button>
      </div>
    </fieldset>
  );
}

function OpenForm({ app }: { app: App }): JSX.Element {
  const text = useSignal("");
  const wrong = useSignal<Message | null>(null);
  const open = async (value: string): Promise<void> => {
    wrong.value = await app.open(value);
    if (wrong.value !== null) return;
    app.dialog.value = null;
    app.say("message.opened");
  };
  const openFile = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    text.value = await file.slice(0, fileMax).text();
    await open(text.value);
  };
  return (
    <form
      class="open"
      onSubmit={(event) => {
        event.preventDefault();
        void open(text.value);
      }}
    >
      <h3>{t(app, "share.open")}</h3>
      <Field label={t(app, "share.paste")}>
        <textarea
          rows={2}
          spellcheck={false}
          placeholder={t(app, "share.placeholder")}
          value={text.value}
          aria-invalid={wrong.value !== null}
          aria-describedby="open-wrong"
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
      </Field>
      <p class="wrong" id="open-wrong" role="alert">
        {wrong.value && tell(app, wrong.value)}
      </p>
      <div class="pair">
        <button type="submit" class="primary">
          {t(app, "share.go")}
        </button>
        <label class="quiet file">
          <Icon name="folder" />
          {t(app, "share.file")}
          <input
            type="file"
            accept=".json,.txt,application/json,text/plain"
            onChange={(event) => void openFile(event.currentTarget.files?.[0])}
          />
        </label>
      </div>
    </form>
  );
}
