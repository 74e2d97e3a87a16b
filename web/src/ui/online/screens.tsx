// All panels of online play. Loaded on demand by ui/slot.tsx.
import type { JSX } from "preact";
import { Account, Games, Leaders, Moderation, Profile } from "../records";
import { OnlineActions } from "./actions";
import { ChatPanel } from "./chat";
import type { PartProps } from "./connection";
import { makeScreens } from "./frame";
import { MatchDialog } from "./match";
import { MyBadge } from "./me";
import { NameDialog } from "./naming";
import { Notice } from "./notice";
import { Played } from "./played";
import { PlayOn } from "./playon";
import { SearchPill } from "./pill";
import { OnlineResult } from "./result";
import { OwnSeat, Seats } from "./seats";
import { OnlineVoice } from "./voice";

type Part = (props: PartProps) => JSX.Element | null;

export interface OnlineParts {
  readonly Screens: Part;
  readonly Match: Part;
  readonly Seats: Part;
  readonly OwnSeat: Part;
  readonly Notice: Part;
  readonly Result: Part;
  readonly Actions: Part;
  readonly Chat: Part;
  readonly Voice: Part;
  readonly Played: Part;
  readonly PlayOn: Part;
  readonly Pill: Part;
  readonly Me: Part;
  readonly Naming: Part;
}

export const parts: OnlineParts = {
  Screens: makeScreens({ account: Account, games: Games, leaders: Leaders, moderation: Moderation, profile: Profile }),
  Match: MatchDialog,
  Seats,
  OwnSeat,
  Notice,
  Result: OnlineResult,
  Actions: OnlineActions,
  Chat: ChatPanel,
  Voice: OnlineVoice,
  Played,
  PlayOn: ({ app }) => <PlayOn app={app} winner={null} />,
  Pill: SearchPill,
  Me: MyBadge,
  Naming: NameDialog,
};
