// A worker that starts from the text of its script.

let script: string | null = null;

export function spawnFromBlob(text: string): Worker {
  script ??= URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  return new Worker(script, { type: "module" });
}
