import { browserHost } from "./browser_host";
import { setHost } from "./library";

setHost(browserHost);
export * from "./exports";
