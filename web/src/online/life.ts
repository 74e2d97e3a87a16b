// Signs of life for the lobby: who is here, what is waited for, games to watch, last results. Read over REST, because the
// server makes one answer a second for everybody.
import { signal } from "@preact/signals";
import type { ApiClient } from "./api";
import { listedOf, recordOf, type WireState } from "./record";
import { gameName, type Variant } from "../core/variants";
import type { Life, LifeKind } from "./types";
import { clockOf, type WireClockSetup } from "./wire";

interface WireKind {
  readonly board: string;
  readonly variant?: Variant;
  readonly pie?: boolean;
  readonly clock: WireClockSetup | null;
  readonly rated: boolean;
  readonly waiting: number;
  readonly typicalWaitMs: number | null;
}

interface WireLobby {
  readonly online: number;
  readonly kinds: readonly WireKind[];
  readonly games: readonly WireState[];
  readonly results: readonly WireState[];
}

const kindOf = ({ board, variant = "standard", pie = false, clock, rated, waiting, typicalWaitMs }: WireKind): LifeKind => ({
  wish: { board: gameName({ board, variant, pie }), clock: clockOf(clock), isRated: rated },
  waiting,
  typicalMs: typicalWaitMs,
});

export class LifeSigns {
  readonly life = signal<Life | null>(null);

  constructor(private readonly api: ApiClient) {}

  /** The last answer stays if the server does not answer, or is older than this page. */
  async refresh(): Promise<void> {
    const answer = await this.api.get<WireLobby>("api/lobby");
    if (!answer.ok) return;
    const { online, kinds, games, results } = answer.value;
    this.life.value = {
      online,
      kinds: kinds.map(kindOf),
      games: games.map((state) => listedOf(recordOf(state), null)),
      results: results.map(recordOf),
    };
  }
}
