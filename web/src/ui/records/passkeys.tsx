// The account's passkeys: the list, a new one, one less.
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { Answer } from "../../online/api";
import { addPasskey, beginPasskey, deletePasskey, fetchPasskeys } from "../../records/calls";
import { useRequest } from "../../records/requests";
import type { Passkey, Passkeys } from "../../records/types";
import { canUsePasskeys, createPasskey } from "../../records/webauthn";
import type { AccountProps } from "./account";
import { Input } from "./form";
import { Failed } from "./parts";
import { Confirmed } from "./proof";
import { dayText, r } from "./words";

function Row({ account, passkey, onGone }: { account: AccountProps; passkey: Passkey; onGone(): void }): JSX.Element {
  const { app, online } = account;
  const { id, name, createdAt, usedAt } = passkey;
  return (
    <li>
      <div>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <p class="note">
          {usedAt
            ? r(app, "session.seen", { day: dayText(app, usedAt) })
            : r(app, "passkey.added", { day: dayText(app, createdAt) })}
        </p>
      </div>
      <Confirmed
        account={account}
        label={r(app, "passkey.delete")}
        name={r(app, "passkey.deleteOf", { name })}
        act={(proof) => deletePasskey(online.api, id, proof)}
        done={onGone}
      />
    </li>
  );
}

export function PasskeyPart(props: AccountProps): JSX.Element {
  const { app, online, self, changed } = props;
  const { value, refusal, retry } = useRequest("passkeys", (signal) => fetchPasskeys(online.api, signal));
  const name = useSignal(r(app, "passkey.first"));
  const add = async (proof: string | undefined): Promise<Answer<Passkeys>> => {
    const asked = await beginPasskey(online.api, proof);
    if (!asked.ok) return asked;
    const made = await createPasskey(asked.value, { id: self.playerId, name: self.account?.login ?? self.name });
    return made.ok ? addPasskey(online.api, name.value, made.value) : made;
  };
  return (
    <>
      <p class="note">{r(app, "passkey.why")}</p>
      {refusal && <Failed app={app} refusal={refusal} retry={retry} />}
      <ul class="devices">
        {value?.passkeys.map((one) => (
          <Row key={one.id} account={props} passkey={one} onGone={() => (changed("said.passkeyGone"), retry())} />
        ))}
      </ul>
      {canUsePasskeys() && (
        <Confirmed
          account={props}
          label={r(app, "passkey.add")}
          act={add}
          done={() => (changed("said.passkey"), retry())}
        >
          <Input
            label={r(app, "passkey.name")}
            value={name.value}
            wrong=""
            autocomplete="off"
            maxLength={20}
            onInput={(value) => (name.value = value)}
          />
        </Confirmed>
      )}
    </>
  );
}
