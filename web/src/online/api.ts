// The client of the server's REST API: JSON both ways, with the player's token. A refusal is an answer like
// any other. A request given up by its signal is answered "aborted", which no panel shows.
import { UNREACHABLE, type Refusal } from "./refusal";

export type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal };

const refuse = (code: string): { ok: false; refusal: Refusal } => ({ ok: false, refusal: { code } });

/** The token of this device, which outlives a log-out: wrong guesses of others do not keep a known device out. */
export interface DeviceMemory {
  read(): string | null;
  keep(device: string): void;
}

export class ApiClient {
  /** `home`: the folder of the page, where the server's addresses begin. */
  constructor(
    private readonly home: URL,
    private readonly token: () => string | null,
    private readonly device?: DeviceMemory,
  ) {}

  get<T>(path: string, signal?: AbortSignal): Promise<Answer<T>> {
    return this.request(path, { signal }, readJson<T>);
  }

  post<T>(path: string, body: object): Promise<Answer<T>> {
    return this.request(path, { body }, readJson<T>);
  }

  /** Signing up and logging in: the server gets to know this device. Logging in is anonymous: the token at hand
   * belongs to the guest who becomes another player. */
  async postFromDevice<T>(path: string, body: object, isAnonymous: boolean): Promise<Answer<T>> {
    const device = this.device?.read();
    const answer = await this.request(
      path,
      { body: { ...body, ...(device && { device }) }, isAnonymous },
      readJson<T & { readonly device?: unknown }>,
    );
    if (answer.ok && typeof answer.value.device === "string") this.device?.keep(answer.value.device);
    return answer;
  }

  /** A file that needs the token, so that a plain link would not do. */
  file(path: string): Promise<Answer<Blob>> {
    return this.request(path, {}, (response) => response.blob());
  }

  private async request<T>(
    path: string,
    { body, signal, isAnonymous = false }: { body?: object; signal?: AbortSignal | undefined; isAnonymous?: boolean },
    read: (response: Response) => Promise<T | null>,
  ): Promise<Answer<T>> {
    try {
      const response = await fetch(new URL(path, this.home), {
        headers: headersOf(isAnonymous ? null : this.token(), body !== undefined),
        cache: "no-store",
        ...(body && { method: "POST", body: JSON.stringify(body) }),
        ...(signal && { signal }),
      });
      if (!response.ok) return { ok: false, refusal: refusalOf(response, await readJson(response)) };
      const value = await read(response);
      return value === null ? refuse("bad-answer") : { ok: true, value };
    } catch {
      return refuse(signal?.aborted ? "aborted" : UNREACHABLE.code);
    }
  }
}

function headersOf(token: string | null, hasBody: boolean): Record<string, string> {
  return {
    accept: "application/json",
    ...(token && { authorization: `Bearer ${token}` }),
    ...(hasBody && { "content-type": "application/json" }),
  };
}

/** Null: not JSON. */
async function readJson<T>(response: Response): Promise<T | null> {
  return (await response.json().catch(() => null)) as T | null;
}

export function refusalOf(response: Pick<Response, "headers">, value: unknown): Refusal {
  const code = (value as { error?: { code?: unknown } | null } | null)?.error?.code;
  const seconds = Number.parseInt(response.headers.get("retry-after") ?? "", 10);
  return {
    code: typeof code === "string" ? code : "bad-answer",
    ...(Number.isFinite(seconds) && { retryAfterS: seconds }),
  };
}
