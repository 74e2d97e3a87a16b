// Hands a picture to the system's share sheet, or saves it where there is none.
import { saveFile } from "../ui/kit/save";

export type Shared = "shared" | "saved" | "cancelled";

export async function shareFile(file: File, title: string): Promise<Shared> {
  const data: ShareData = { files: [file], title };
  if (!canShare(data)) return save(file);
  try {
    await navigator.share(data);
    return "shared";
  } catch (error) {
    // Browsers refuse to share when the press that asked for it is too long ago; the person still gets the file.
    return error instanceof DOMException && error.name === "AbortError" ? "cancelled" : save(file);
  }
}

function canShare(data: ShareData): boolean {
  return typeof navigator.share === "function" && typeof navigator.canShare === "function" && navigator.canShare(data);
}

function save(file: File): Shared {
  saveFile(file, file.name);
  return "saved";
}
