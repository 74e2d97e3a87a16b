// A native <dialog>: the browser keeps the focus inside and gives it back. The page's state opens and closes it,
// never the browser alone, whose own events may come frames later.
import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

interface ModalProps {
  readonly isOpen: boolean;
  readonly class?: string;
  /** The id of the heading that names the dialog. */
  readonly labelledBy: string;
  /** Whether a click beside the sheet closes it. */
  readonly closesOutside?: boolean;
  readonly children: ComponentChildren;
  onClose(): void;
}

export function Modal({ isOpen, class: kind, labelledBy, closesOutside = true, children, onClose }: ModalProps): JSX.Element {
  const element = useRef<HTMLDialogElement>(null);
  // After the content is there, so that its heading can take the focus.
  useLayoutEffect(() => {
    if (!isOpen) element.current?.close();
    else if (element.current && !element.current.open) element.current.showModal();
  }, [isOpen]);
  return (
    <dialog
      ref={element}
      class={kind}
      aria-labelledby={labelledBy}
      onClose={(event) => isOpen && !event.currentTarget.open && onClose()}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return; // a cancelled file picker inside the dialog
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => closesOutside && event.target === event.currentTarget && onClose()}
    >
      {children}
    </dialog>
  );
}
