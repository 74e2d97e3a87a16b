// The theme of an embedded game: what the embedding page asks for with ?theme=, otherwise light or dark as the reader
// prefers. It is not stored: the reader's own setting on the page stays as it is.
import type { Theme } from "../scene/types";

const named: Readonly<Record<string, Theme>> = { dark: "dark", light: "classic", classic: "classic", contrast: "contrast" };

/** Unknown words are as none. */
export function embedTheme(search: string, prefersLight: boolean): Theme {
  return named[new URLSearchParams(search).get("theme") ?? ""] ?? (prefersLight ? "classic" : "dark");
}

/** Keeps the theme as the reader's preference changes. */
export function applyEmbedTheme(): void {
  const prefersLight = matchMedia("(prefers-color-scheme: light)");
  const apply = (): void => void (document.documentElement.dataset["theme"] = embedTheme(location.search, prefersLight.matches));
  prefersLight.addEventListener("change", apply);
  apply();
}
