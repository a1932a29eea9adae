import { defaultGroupSize, type LocalUser } from "@tribe/contract";
import { Flame, RingedFace, SeatRing } from "@tribe/ui/seats";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";

/** Of the Chief's face, and how far its middle is from the top of a stage, as the ring places it. */
const face = 46;
const faceMiddle = 36;

/** A Tribe before anybody has come: its Chief at the fire, and every seat around it free. */
export const NewTribeStage = ({
  user,
  symbol,
  height,
  arrives = false,
}: {
  user: LocalUser;
  /** Null when the name makes none. */
  symbol: string | null;
  /** In CSS pixels. */
  height: number;
  /** It was made just now: the fire is lit, and the seats come up around it. */
  arrives?: boolean;
}) => (
  <div className="overflow-hidden rounded-card [&>div]:border-b-0">
    <SeatRing label="Seats" chief={null} seats={[]} count={defaultGroupSize} height={height} arrives={arrives}>
      <div className="absolute left-1/2 -translate-1/2" style={{ top: faceMiddle }}>
        <RingedFace size={face} margin={1} isYou mark="chief">
          <PersonAvatar seed={user.uid} src={user.pfp} name="" size={face} />
        </RingedFace>
      </div>
      {/* Between the Chief's face and the seats opposite, which leave no more room than this takes. */}
      <div className="absolute top-1/2 left-1/2 flex -translate-1/2 flex-col items-center text-center">
        <span className={arrives ? "animate-kindle" : ""}>
          <Flame size={arrives ? 40 : 24} />
        </span>
        <dl className="w-40">
          <dt className="sr-only">Name</dt>
          <dd className="truncate text-sm font-semibold">{user.displayName}</dd>
          <dt className="sr-only">Symbol</dt>
          <dd className="text-xs text-muted">{symbol ?? "No symbol"}</dd>
        </dl>
      </div>
    </SeatRing>
  </div>
);
