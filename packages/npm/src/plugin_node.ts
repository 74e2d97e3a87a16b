import { setHost } from "./library";
import { nodeHost } from "./node_host";

setHost(nodeHost);
export * from "./plugin_exports";
