// Asking the server: JSON there and back, with the player's token. A refusal is an answer like any other; whoever
// leaves before it comes gets "aborted", which nobody shows.
import { home } from "../app/files";
import type { Online, Trouble } from "../online/types";

export type Refusal = NonNullable<Trouble> & { readonly retryAfterS: number | null };

export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly trouble: Refusal };

export interface Request {
  readonly method?: "GET" | "POST";
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** The page's own address changes with the game on the board; those of the server do not. */
export function address(path: string): string {
  return new URL(path, home()).href;
}

function refuse<T>(code: string, message: string, retryAfterS: number | null = null): Answer<T> {
  return { ok: false, trouble: { code, message, retryAfterS } };
}

function headersOf(token: string | null, hasBody: boolean): Record<string, string> {
  return {
    accept: "application/json",
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(hasBody ? { "content-type": "application/json" } : {}),
  };
}

export async function ask<T>(
  online: Pick<Online, "token">,
  path: string,
  { method = "GET", body, signal }: Request = {},
): Promise<Answer<T>> {
  const headers = headersOf(online.token(), body !== undefined);
  try {
    const response = await fetch(address(path), {
      method,
      headers,
      cache: "no-store",
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
    const value: unknown = await response.json().catch(() => null);
    return response.ok && value !== null ? { ok: true, value: value as T } : refusalOf(response, value);
  } catch (error) {
    if (signal?.aborted) return refuse("aborted", "");
    return refuse("unreachable", error instanceof Error ? error.message : String(error));
  }
}

export function refusalOf<T>(response: Pick<Response, "status" | "headers">, value: unknown): Answer<T> {
  const error = (value as { error?: { code?: unknown; message?: unknown } } | null)?.error;
  const seconds = Number.parseInt(response.headers.get("retry-after") ?? "", 10);
  const retryAfterS = Number.isFinite(seconds) ? seconds : null;
  if (typeof error?.code !== "string") return refuse("bad-answer", String(response.status), retryAfterS);
  return refuse(error.code, typeof error.message === "string" ? error.message : "", retryAfterS);
}

/** A file of the server that needs the token, so that a link would not do. */
export async function fetchFile(
  online: Pick<Online, "token">,
  path: string,
  signal?: AbortSignal,
): Promise<Answer<Blob>> {
  try {
    const response = await fetch(address(path), {
      headers: headersOf(online.token(), false),
      cache: "no-store",
      ...(signal ? { signal } : {}),
    });
    if (response.ok) return { ok: true, value: await response.blob() };
    return refusalOf(response, await response.json().catch(() => null));
  } catch (error) {
    if (signal?.aborted) return refuse("aborted", "");
    return refuse("unreachable", error instanceof Error ? error.message : String(error));
  }
}
