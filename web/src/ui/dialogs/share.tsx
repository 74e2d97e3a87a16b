// Sharing the game as a link, text or picture; opening one from text or a file.
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { address } from "../../app/files";
import { pastedGame } from "../../app/links";
import type { App, Message } from "../../app/types";
import { Field } from "../kit/controls";
import { canPlayOn } from "./newgame";
import { Copy } from "../kit/copy";
import { Icon } from "../kit/icons";
import { saveFile } from "../kit/save";
import { t, tell } from "../texts/texts";

/** Longer files are cut: no game is that long, and the core refuses much shorter texts. */
const fileMax = 1 << 20;

export function Share({ app }: { app: App }): JSX.Element {
  const remote = app.remote.value;
  const gameId = remote?.result ? remote.gameId : null;
  const link = gameId ? address(`game/${gameId}`) : app.shareLink(); // empty if the first moves are not known
  return (
    <div class="body">
      {gameId && <ServerGame app={app} gameId={gameId} />}
      {!gameId && link && <Copy app={app} label={t(app, "share.link")} text={link} />}
      {link && typeof navigator.share === "function" && (
        <button type="button" class="quiet" onClick={() => send(link)}>
          <Icon name="share" />
          {t(app, "share.send")}
        </button>
      )}
      {link && <Copy app={app} label={t(app, "share.notation")} text={app.exportNotation()} />}
      <Downloads app={app} />
      <OpenForm app={app} />
    </div>
  );
}

type GameLinks = (props: { app: App; gameId: string }) => JSX.Element;

/** The server's links to a finished online game; loaded with the records panels. */
function ServerGame({ app, gameId }: { app: App; gameId: string }): JSX.Element | null {
  const links = useSignal<{ readonly GameLinks: GameLinks } | null>(null);
  useEffect(() => void import("../records").then((part) => (links.value = part), () => undefined), []);
  const part = links.value;
  return part && <part.GameLinks app={app} gameId={gameId} />;
}

/** Cancelling the system's share dialog is not an error. */
export function send(url: string): void {
  navigator.share({ url }).catch(() => undefined);
}

function Downloads({ app }: { app: App }): JSX.Element {
  const save = async (make: () => Promise<File>): Promise<void> => {
    try {
      const file = await make();
      saveFile(file, file.name);
    } catch (error) {
      console.info(error);
      app.say("message.notSaved", {}, "refusal");
    }
  };
  const json = async (): Promise<File> => new File([await app.exportJson()], "fourfall.json", { type: "application/json" });
  const svg = async (): Promise<File> => new File([await app.exportSvg()], "fourfall.svg", { type: "image/svg+xml" });
  return (
    <fieldset class="choice">
      <legend>{t(app, "share.save")}</legend>
      <div class="trio">
        {!app.snapshot.value.variant && (
          <button type="button" class="quiet" onClick={() => void save(json)}>
            <Icon name="save" />
            {t(app, "share.json")}
          </button>
        )}
        <button type="button" class="quiet" onClick={() => void save(svg)}>
          <Icon name="save" />
          {t(app, "share.svg")}
        </button>
        <button type="button" class="quiet" onClick={() => void save(() => app.exportPicture())}>
          <Icon name="save" />
          {t(app, "share.picture")}
        </button>
      </div>
    </fieldset>
  );
}

function OpenForm({ app }: { app: App }): JSX.Element {
  const text = useSignal("");
  const wrong = useSignal<Message | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const open = async (): Promise<void> => {
    if (!pastedGame(text.value)) return field.current?.focus();
    wrong.value = await app.open(text.value);
    if (wrong.value !== null) return;
    app.dialog.value = canPlayOn(app) ? "on" : null;
    app.say("message.opened");
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    void open();
  };
  const openFile = async (file: File): Promise<void> => {
    try {
      text.value = await file.slice(0, fileMax).text();
    } catch (error) {
      console.info(error); // moved or locked since it was chosen
      wrong.value = { key: "message.badFile", args: {}, kind: "refusal", id: 0 };
      return;
    }
    await open();
  };
  return (
    <form class="open" onSubmit={submit}>
      <h3>{t(app, "share.open")}</h3>
      <Field label={t(app, "share.paste")}>
        <textarea
          ref={field}
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
        <FileButton app={app} onFile={(file) => void openFile(file)} />
      </div>
    </form>
  );
}

function FileButton({ app, onFile }: { app: App; onFile(file: File): void }): JSX.Element {
  const choose = (files: FileList | null): void => {
    if (files?.[0]) onFile(files[0]);
  };
  return (
    <label class="quiet file">
      <Icon name="folder" />
      {t(app, "share.file")}
      <input
        type="file"
        accept=".json,.txt,application/json,text/plain"
        onChange={(event) => choose(event.currentTarget.files)}
      />
    </label>
  );
}
