// Mouse, touch and pen on the canvas: a drag turns the board, two fingers or the wheel zoom, a click picks.

export interface PointerTarget {
  columnAt(x: number, y: number): number | null;
  hover(column: number | null, isResting: boolean): void;
  pick(column: number, touch: boolean): void;
  /** A finger or the mouse went down here: true if it holds a disc that can be pulled out downwards. */
  grab(x: number, y: number): boolean;
  /** The disc is held this far below its place. */
  pull(pixels: number): void;
  /** The disc was let go; `isMeant`: not taken away by a second finger. */
  letGo(isMeant: boolean): void;
  turn(azimuth: number, elevation: number): void;
  zoom(factor: number): void;
  /** A drag has ended. */
  release(): void;
}

interface Finger {
  readonly id: number;
  readonly startX: number;
  readonly startY: number;
  x: number;
  y: number;
}

/** A click moves less than this many pixels; touch is less precise than a mouse. */
const MOUSE_SLIP = 5;
const TOUCH_SLIP = 12;
const RADIANS_PER_PIXEL = 0.0065;

export class Pointer {
  private readonly fingers: Finger[] = [];
  private isTurning = false;
  /** A disc is held: "maybe" until the finger has moved. */
  private hold: "none" | "maybe" | "pulling" = "none";
  /** Two fingers were down: the rest of the gesture never picks. */
  private wasPinch = false;
  private hovered: number | null = null;
  private mouse: { x: number; y: number } | null = null;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly target: PointerTarget,
  ) {
    canvas.style.touchAction = "none";
    canvas.addEventListener("pointerdown", this.down);
    canvas.addEventListener("pointermove", this.move);
    canvas.addEventListener("pointerup", this.up);
    canvas.addEventListener("pointercancel", this.cancel);
    canvas.addEventListener("pointerleave", this.leave);
    canvas.addEventListener("wheel", this.wheel, { passive: false });
    canvas.addEventListener("contextmenu", this.menu);
  }

  dispose(): void {
    const { canvas } = this;
    canvas.removeEventListener("pointerdown", this.down);
    canvas.removeEventListener("pointermove", this.move);
    canvas.removeEventListener("pointerup", this.up);
    canvas.removeEventListener("pointercancel", this.cancel);
    canvas.removeEventListener("pointerleave", this.leave);
    canvas.removeEventListener("wheel", this.wheel);
    canvas.removeEventListener("contextmenu", this.menu);
  }

  /** The board moved under a resting mouse. */
  refresh(): void {
    if (!this.mouse || this.fingers.length > 0) return;
    this.setHover(this.target.columnAt(this.mouse.x, this.mouse.y), true);
  }

  private place(e: PointerEvent): { x: number; y: number } {
    const box = this.canvas.getBoundingClientRect();
    return { x: e.clientX - box.left, y: e.clientY - box.top };
  }

  /** Every real movement is told, because the keyboard may have chosen another column meanwhile. */
  private setHover(column: number | null, isResting = false): void {
    if (column === this.hovered && (isResting || column === null)) return;
    this.hovered = column;
    this.target.hover(column, isResting);
  }

  private readonly down = (e: PointerEvent): void => {
    const at = this.place(e);
    this.canvas.setPointerCapture(e.pointerId);
    this.fingers.push({ id: e.pointerId, startX: at.x, startY: at.y, ...at });
    if (this.fingers.length > 1) {
      this.wasPinch = true;
      this.endPull(false);
    } else if (e.button === 0 && this.target.grab(at.x, at.y)) this.hold = "maybe";
  };

  private readonly move = (e: PointerEvent): void => {
    const at = this.place(e);
    if (e.pointerType !== "touch") this.mouse = at;
    const finger = this.fingers.find((f) => f.id === e.pointerId);
    if (!finger) {
      if (e.pointerType !== "touch") this.setHover(this.target.columnAt(at.x, at.y));
      return;
    }
    if (this.fingers.length === 2) this.pinch(finger, at);
    else if (this.fingers.length === 1) this.drag(finger, at, e.pointerType === "touch");
    finger.x = at.x;
    finger.y = at.y;
  };

  private drag(finger: Finger, at: { x: number; y: number }, isTouch: boolean): void {
    const slip = isTouch ? TOUCH_SLIP : MOUSE_SLIP;
    const [across, down] = [at.x - finger.startX, at.y - finger.startY];
    if (!this.isTurning && this.hold !== "pulling" && Math.hypot(across, down) < slip) return;
    // Only a drag that begins downwards pulls; any other one turns the board.
    if (this.hold === "maybe") this.hold = down > Math.abs(across) ? "pulling" : "none";
    if (this.hold === "pulling") return this.target.pull(down);
    if (!this.isTurning) this.setHover(null);
    this.isTurning = true;
    this.target.turn((finger.x - at.x) * RADIANS_PER_PIXEL, (at.y - finger.y) * RADIANS_PER_PIXEL);
  }

  private pinch(finger: Finger, at: { x: number; y: number }): void {
    const other = this.fingers.find((f) => f !== finger)!;
    const before = Math.hypot(finger.x - other.x, finger.y - other.y);
    const after = Math.hypot(at.x - other.x, at.y - other.y);
    if (before > 1 && after > 1) this.target.zoom(after / before);
  }

  private readonly up = (e: PointerEvent): void => {
    const at = this.place(e);
    const isPulled = this.hold === "pulling";
    const isClick = this.fingers.length === 1 && !this.isTurning && !isPulled && !this.wasPinch && e.button === 0;
    this.endPull(true);
    if (!this.lift(e.pointerId) || !isClick) return;
    const column = this.target.columnAt(at.x, at.y);
    if (column !== null) this.target.pick(column, e.pointerType === "touch");
  };

  private endPull(isMeant: boolean): void {
    if (this.hold === "pulling") this.target.letGo(isMeant);
    this.hold = "none";
  }

  private readonly cancel = (e: PointerEvent): void => {
    this.endPull(false);
    this.lift(e.pointerId);
  };

  private lift(id: number): boolean {
    const index = this.fingers.findIndex((f) => f.id === id);
    if (index < 0) return false;
    this.fingers.splice(index, 1);
    if (this.fingers.length > 0) return true;
    const wasTurning = this.isTurning || this.wasPinch;
    this.isTurning = this.wasPinch = false;
    if (wasTurning) this.target.release();
    this.refresh();
    return true;
  }

  private readonly leave = (e: PointerEvent): void => {
    if (e.pointerType === "touch") return;
    this.mouse = null;
    this.setHover(null);
  };

  /** A page that is higher than its window (at 400 % zoom) scrolls. */
  private readonly wheel = (e: WheelEvent): void => {
    const { scrollHeight, clientHeight } = document.documentElement;
    if (scrollHeight > clientHeight + 1) return;
    e.preventDefault();
    const pixels = e.deltaMode === 1 ? e.deltaY * 16 : e.deltaY;
    this.target.zoom(Math.exp(-Math.max(Math.min(pixels, 120), -120) * 0.0016));
  };

  private readonly menu = (e: Event): void => e.preventDefault();
}
