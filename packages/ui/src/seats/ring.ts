/** Position of a face, in CSS pixels from the top left of its stage. */
export interface RingPlace {
  readonly x: number;
  readonly y: number;
  /** Diameter of the face. */
  readonly size: number;
}

export interface RingPlaces {
  readonly chief: RingPlace;
  /** Seat 1 first; clockwise, ring by ring from the inside. */
  readonly seats: readonly RingPlace[];
  /** Semi-axes of the innermost ring: the table. */
  readonly table: { readonly rx: number; readonly ry: number };
}

interface Ellipse {
  readonly rx: number;
  readonly ry: number;
}

/** Rings from the inside as fractions of the outermost one, and the size of a face. */
interface Layout {
  readonly rings: readonly number[];
  readonly face: number;
}

const layoutOf = (count: number): Layout => {
  if (count <= 12) return { rings: [1], face: 40 };
  if (count <= 40) return { rings: [0.56, 1], face: 28 };
  return { rings: [0.4, 0.6, 0.8, 1], face: 18 };
};

/** The lowest face is nearest, and larger than the highest by this fraction. */
const nearer = 0.14;
const chiefScale = 1.15;
/** Space for the number beside a face. */
const margin = 10;
/** On a wider stage the people are not further apart. */
const widestRadius = 300;

/**
 * Places the Chief and `count` seats around the fire. Up to 12 sit in one ring with the Chief at twelve o'clock; more sit in
 * two or four rings with the Chief in the middle. Neighbours are equally far apart along each ring.
 */
export const ringPlaces = (count: number, stage: { readonly width: number; readonly height: number }): RingPlaces => {
  const { rings, face } = layoutOf(count);
  const centre = { x: stage.width / 2, y: stage.height / 2 };
  const largest = face * (1 + nearer) * (rings.length === 1 ? chiefScale : 1);
  const outer: Ellipse = {
    rx: Math.max(Math.min(stage.width / 2 - largest / 2 - margin, widestRadius), face),
    ry: Math.max(stage.height / 2 - largest / 2 - margin, face),
  };
  const sizeAt = (y: number) => face * (1 + (nearer * (y - centre.y + outer.ry)) / (2 * outer.ry));
  const placeAt = ({ rx, ry }: Ellipse, angle: number): RingPlace => {
    const y = centre.y + ry * Math.sin(angle);
    return { x: centre.x + rx * Math.cos(angle), y, size: sizeAt(y) };
  };
  const ellipses = rings.map((part): Ellipse => ({ rx: outer.rx * part, ry: outer.ry * part }));
  const [first = outer] = ellipses;
  // As near to the faces as drawn: on a phone, a smaller one has its edge in the line below the fire.
  const edge = face * 0.58;
  const table = { rx: Math.max(first.rx - edge, 0), ry: Math.max(first.ry - edge, 0) };
  if (rings.length === 1) {
    const [top = outer] = ellipses;
    const [chief, ...seats] = evenAngles(top, count + 1, 0).map((angle) => placeAt(top, angle));
    const place = chief ?? { ...centre, size: face };
    return { chief: { ...place, size: place.size * chiefScale }, seats, table };
  }
  const seats = shares(count, rings).flatMap((share, ring) =>
    evenAngles(ellipses[ring] ?? outer, share, 0.5).map((angle) => placeAt(ellipses[ring] ?? outer, angle)),
  );
  return { chief: { ...centre, size: Math.max(face * 1.6, 36) }, seats, table };
};

/** How many sit in each ring: in proportion to its length. */
const shares = (count: number, rings: readonly number[]): readonly number[] => {
  const whole = rings.reduce((sum, ring) => sum + ring, 0);
  let given = 0;
  return rings.map((ring, index) => {
    const share = index === rings.length - 1 ? count - given : Math.round((count * ring) / whole);
    given += share;
    return share;
  });
};

/** Steps in which an ellipse is measured; the error is a hundredth of a pixel. */
const samples = 720;

/**
 * Angles of points at equal distances along an ellipse, clockwise from twelve o'clock. `offset`: fraction of a step to begin
 * with.
 */
const evenAngles = ({ rx, ry }: Ellipse, count: number, offset: number): readonly number[] => {
  const angleOf = (sample: number) => -Math.PI / 2 + (2 * Math.PI * sample) / samples;
  const lengths = [0];
  for (let sample = 1; sample <= samples; sample += 1) {
    const [from, to] = [angleOf(sample - 1), angleOf(sample)];
    const step = Math.hypot(rx * (Math.cos(to) - Math.cos(from)), ry * (Math.sin(to) - Math.sin(from)));
    lengths.push((lengths[sample - 1] ?? 0) + step);
  }
  const whole = lengths[samples] ?? 0;
  let sample = 0;
  return Array.from({ length: count }, (_, index) => {
    const wanted = (whole * (index + offset)) / count;
    while (sample < samples && (lengths[sample + 1] ?? whole) <= wanted) sample += 1;
    const [before, after] = [lengths[sample] ?? 0, lengths[sample + 1] ?? whole];
    return angleOf(sample + (after > before ? (wanted - before) / (after - before) : 0));
  });
};
