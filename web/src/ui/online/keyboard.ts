// A phone's keyboard leaves a low part of the window. While a chat message is written there, the page has that height and shows
// only the board, the last messages and the field (chat.css). Some browsers resize the window for the keyboard, others cover its
// lower part; the visual viewport is what is left in both.

/** Below this height, in CSS pixels, the usual arrangement does not fit. */
const LOW = 500;

/** Call while the chat is open; returns how to stop. */
export function followKeyboard(): () => void {
  const view = window.visualViewport;
  const root = document.documentElement;
  const update = (): void => {
    const isTyping = document.activeElement?.matches(".composer input") === true;
    const seen = view ? Math.round(view.height * view.scale) : innerHeight;
    const isCramped = isTyping && (seen < LOW || seen < innerHeight);
    if (isCramped) root.style.setProperty("--seen", `${seen}px`);
    root.toggleAttribute("data-typing", isCramped);
    if (!isCramped) return;
    // The browser has scrolled to the field, which has moved since.
    scrollTo(0, 0);
    const lines = document.querySelector(".lines");
    if (lines) lines.scrollTop = lines.scrollHeight;
  };
  view?.addEventListener("resize", update);
  document.addEventListener("focusin", update);
  document.addEventListener("focusout", update);
  return () => {
    view?.removeEventListener("resize", update);
    document.removeEventListener("focusin", update);
    document.removeEventListener("focusout", update);
    root.removeAttribute("data-typing");
  };
}
