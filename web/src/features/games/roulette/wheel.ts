/** The wheel: the order of its pockets, and how wheel and ball move to a number that is known. */

/** The European order, clockwise. */
export const wheelOrder: readonly number[] = [
  0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20, 14,
  31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26,
];

export const POCKET_DEGREES = 360 / wheelOrder.length;

/** Where the middle of a number's pocket is on the wheel, in degrees clockwise from its zero. */
export function pocketAngle(number: number): number {
  return wheelOrder.indexOf(number) * POCKET_DEGREES;
}

/** Angles in degrees clockwise from the top; the ball's is the table's, not the wheel's. */
export type SpinMoment = {
  wheel: number;
  ball: number;
  /** 1 on the outer track, 0 in a pocket. */
  height: number;
};

/** The ball is in its pocket at this part of a spin; from then on it rides on the wheel. */
const SETTLED_AT = 0.8;
/** Rounds of the ball against the wheel. */
const BALL_ROUNDS = 7;
const WHEEL_ROUNDS = 2;

/** At rest: the number's pocket is at the top with the ball in it. */
export function restAt(number: number): SpinMoment {
  return { wheel: -pocketAngle(number), ball: 0, height: 0 };
}

/** A moment of the spin, from 0 to 1, that begins with the wheel at an angle and ends on a number. */
export function spinAt(part: number, from: number, number: number): SpinMoment {
  const end = landing(from, number);
  const wheel = from + (end - from) * (1 - (1 - part) ** 2.4);
  const left = Math.max(0, 1 - part / SETTLED_AT);
  const ball = wheel + pocketAngle(number) + BALL_ROUNDS * 360 * left ** 2;
  return { wheel, ball, height: heightAt(1 - left) };
}

/** Some rounds ahead of where the wheel stands, with the number's pocket at the top. */
function landing(from: number, number: number): number {
  const rest = -pocketAngle(number);
  const rounds = Math.ceil((from - rest) / 360) + WHEEL_ROUNDS;
  return rest + rounds * 360;
}

/** The ball keeps to the track for half its way, then falls and bounces lower each time. */
function heightAt(way: number): number {
  if (way < 0.5) return 1;
  const fall = (way - 0.5) / 0.5;
  return Math.abs(Math.cos(fall * Math.PI * 2.5)) * (1 - fall) ** 1.4;
}
