// One press shares the picture of the position, or saves it where the system has no share sheet.
import type { JSX } from "preact";
import type { App } from "../../app/types";
import { IconButton } from "../kit/controls";
import { t } from "../texts/texts";

export function SharePicture({ app }: { app: App }): JSX.Element {
  const share = async (): Promise<void> => {
    try {
      if ((await app.sharePicture()) === "saved") app.say("message.pictureSaved");
    } catch (error) {
      console.info(error);
      app.say("message.noPicture", {}, "refusal");
    }
  };
  return <IconButton icon="share" label={t(app, "action.sharePicture")} onClick={() => void share()} />;
}
