import { nodeHost } from "./node_host";
import { setHost } from "./library";

setHost(nodeHost);
export * from "./exports";
