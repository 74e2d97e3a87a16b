// Passkeys: the browser's part. Bytes go to and from the server as base64url.
import type { Answer } from "../online/api";

export interface Challenge {
  readonly challenge: string;
  /** Null: this host has no name, so no passkeys. */
  readonly rpId: string | null;
  readonly passkeys: readonly string[];
}

export interface Signed {
  readonly id: string;
  readonly clientData: string;
  readonly authenticatorData: string;
  readonly signature: string;
}

export type Fresh = Pick<Signed, "clientData" | "authenticatorData">;

/** Browsers have passkeys for names only, over https or on this machine. */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential === "function" && isSecureContext && /[a-z]/i.test(location.hostname);

const algorithms = [-7, -8, -257]; // ES256, EdDSA, RS256
const patience = 300_000; // as long as a challenge is valid

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

function textOf(bytes: ArrayBuffer): string {
  const letters = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

const known = (ids: readonly string[]): PublicKeyCredentialDescriptor[] =>
  ids.map((id) => ({ type: "public-key", id: bytesOf(id) }));

/** A player who closes the browser's dialog is answered like by the server. */
async function attempt<T>(act: () => Promise<T>): Promise<Answer<T>> {
  try {
    return { ok: true, value: await act() };
  } catch {
    return { ok: false, refusal: { code: "passkey-cancelled" } };
  }
}

export function createPasskey(
  { challenge, rpId, passkeys }: Challenge,
  user: { readonly id: string; readonly name: string },
): Promise<Answer<Fresh>> {
  return attempt(async () => {
    const made = (await navigator.credentials.create({
      publicKey: {
        challenge: bytesOf(challenge),
        rp: { id: rpId ?? "", name: "Fourfall" },
        user: { id: new TextEncoder().encode(user.id), name: user.name, displayName: user.name },
        pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        excludeCredentials: known(passkeys),
        attestation: "none",
        timeout: patience,
      },
    })) as PublicKeyCredential;
    const response = made.response as AuthenticatorAttestationResponse;
    return { clientData: textOf(response.clientDataJSON), authenticatorData: textOf(response.getAuthenticatorData()) };
  });
}

/** Without known passkeys the browser offers those that it has for this host. */
export function signChallenge({ challenge, rpId, passkeys }: Challenge): Promise<Answer<Signed>> {
  return attempt(async () => {
    const got = (await navigator.credentials.get({
      publicKey: {
        challenge: bytesOf(challenge),
        rpId: rpId ?? "",
        allowCredentials: known(passkeys),
        userVerification: "required",
        timeout: patience,
      },
    })) as PublicKeyCredential;
    const response = got.response as AuthenticatorAssertionResponse;
    return {
      id: textOf(got.rawId),
      clientData: textOf(response.clientDataJSON),
      authenticatorData: textOf(response.authenticatorData),
      signature: textOf(response.signature),
    };
  });
}
