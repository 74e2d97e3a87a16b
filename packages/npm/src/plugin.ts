export * from "./plugin_exports";
