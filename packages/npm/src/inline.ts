import { inlineHost } from "./inline_host";
import { setHost } from "./library";

setHost(inlineHost());
export * from "./exports";
