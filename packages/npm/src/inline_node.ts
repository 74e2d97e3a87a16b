import { inlineHost } from "./inline_host";
import { setHost } from "./library";
import { nodeHost } from "./node_host";

setHost(inlineHost((script) => nodeHost.spawn(script)));
export * from "./exports";
