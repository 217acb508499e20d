/**
 * The tones of the overlay around an accent colour, for the preview of one that is not saved. On air the server computes
 * them (`server/app/src/site/tones.rs`); both are tested against those in `web/stream.html`.
 */

/** A colour in OKLab: lightness, and two axes from green to red and from blue to yellow. */
type Triple = readonly [number, number, number];

/** How each tone differs from the accent in OKLCH: added to its lightness, times its chroma, and added to its hue in degrees. */
const TONES: readonly (readonly [string, number, number, number])[] = [
  ["pale", 0.11917, 0.45774, 6.872],
  ["light", 0.04988, 0.79405, 4.971],
  ["gold", -0.00997, 0.98526, 1.663],
  ["deep", -0.19598, 0.90121, -11.338],
  ["deepest", -0.37501, 0.66915, -17.062],
  ["edge", -0.50166, 0.52578, -20.7],
  ["ink", -0.6024, 0.29642, -14.849],
];

const TO_CONES: readonly Triple[] = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const TO_LAB: readonly Triple[] = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
];
const FROM_LAB: readonly Triple[] = [
  [1, 0.3963377774, 0.2158037573],
  [1, -0.1055613458, -0.0638541728],
  [1, -0.0894841775, -1.291485548],
];
const FROM_CONES: readonly Triple[] = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
];

const times = (matrix: readonly Triple[], [x, y, z]: Triple): Triple => {
  const [first = 0, second = 0, third = 0] = matrix.map(([a, b, c]) => a * x + b * y + c * z);
  return [first, second, third];
};
const each = ([x, y, z]: Triple, change: (part: number) => number): Triple => [
  change(x),
  change(y),
  change(z),
];

const toLinear = (part: number) =>
  part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
const toChannel = (part: number) => {
  const light = part <= 0.0031308 ? 12.92 * part : 1.055 * Math.max(0, part) ** (1 / 2.4) - 0.055;
  return Math.round(255 * Math.min(1, Math.max(0, light)));
};

/** Declarations of the tones of an accent, `#rrggbb`; none of anything else. */
export function tonesOf(accent: string): string {
  const [, ...channels] = /^#(..)(..)(..)$/.exec(accent) ?? [];
  const [red = Number.NaN, green = 0, blue = 0] = channels.map((hex) => Number.parseInt(hex, 16));
  if (Number.isNaN(red + green + blue)) return "";
  const linear = each([red, green, blue], (channel) => toLinear(channel / 255));
  const [lightness, a, b] = times(TO_LAB, each(times(TO_CONES, linear), Math.cbrt));
  const [chroma, hue] = [Math.hypot(a, b), Math.atan2(b, a)];
  return TONES.map(([name, lighter, stronger, turned]) => {
    const angle = hue + (turned * Math.PI) / 180;
    const part = chroma * stronger;
    const tone: Triple = [lightness + lighter, part * Math.cos(angle), part * Math.sin(angle)];
    const cones = each(times(FROM_LAB, tone), (cone) => cone ** 3);
    return ` --${name}: ${each(times(FROM_CONES, cones), toChannel).join(", ")};`;
  }).join("");
}
