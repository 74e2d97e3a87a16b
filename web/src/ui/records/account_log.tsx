// The log of the account: who logged in, or tried to, and what was changed.
import type { JSX } from "preact";
import { fetchAccountLog } from "../../records/calls";
import { useRequest } from "../../records/requests";
import type { AccountProps } from "./account";
import { Failed } from "./parts";
import { momentText, r } from "./words";

export function LogPart({ app, online }: AccountProps): JSX.Element {
  const { value, refusal, retry } = useRequest("account-log", (signal) => fetchAccountLog(online.api, signal));
  return (
    <>
      {refusal && <Failed app={app} refusal={refusal} retry={retry} />}
      <ul class="devices">
        {value?.lines.map((line, index) => (
          <li key={index}>
            <div>
              <strong>{r(app, `log.${line.what}`)}</strong>
              <p class="note">
                {r(app, line.network === null ? "log.at" : "log.from", {
                  moment: momentText(app, line.at),
                  network: line.network ?? "",
                })}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <p class="note">{r(app, "log.hint")}</p>
    </>
  );
}
