import { defaultGroupSize, type LocalUser } from "@tribe/contract";
import { Flame, RingedFace, SeatRing } from "@tribe/ui/seats";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";

/** The size of the Chief's face and its distance from the top, in pixels, the same as in the ring. */
const face = 46;
const faceMiddle = 36;

/** A new Tribe: its Chief at the fire, with free seats around it. */
export const NewTribeStage = ({
  user,
  symbol,
  height,
  arrives = false,
}: {
  user: LocalUser;
  /** Null if no symbol can be made from the name. */
  symbol: string | null;
  /** In CSS pixels. */
  height: number;
  /** Whether to animate the fire and the seats, for a Tribe that was just created. */
  arrives?: boolean;
}) => (
  <div className="overflow-hidden rounded-card [&>div]:border-b-0">
    <SeatRing label="Seats" chief={null} seats={[]} count={defaultGroupSize} height={height} arrives={arrives}>
      <div className="absolute left-1/2 -translate-1/2" style={{ top: faceMiddle }}>
        <RingedFace size={face} margin={1} isYou mark="chief">
          <PersonAvatar seed={user.uid} src={user.pfp} name="" size={face} />
        </RingedFace>
      </div>
      {/* Its height must fit between the Chief's face and the opposite seats. */}
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
