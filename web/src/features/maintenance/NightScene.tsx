import { housePath } from "@/ui/art/Scene";
import "./night.css";

/** x, y and size of the stars, spread by hand: none behind the words of a phone is bright. */
const stars: readonly (readonly [number, number, number])[] = [
  [64, 120, 1.1],
  [148, 58, 1.6],
  [226, 186, 0.9],
  [318, 92, 1.2],
  [402, 226, 1],
  [470, 48, 1.7],
  [552, 158, 1],
  [628, 84, 1.3],
  [694, 252, 0.9],
  [742, 40, 1.1],
  [806, 146, 1.7],
  [858, 262, 1],
  [902, 72, 1.2],
  [968, 196, 1.4],
  [1004, 44, 0.9],
  [1052, 128, 1.1],
  [1088, 302, 1.3],
  [1126, 66, 1.5],
  [1342, 330, 1],
  [1388, 96, 1.6],
  [1414, 236, 1.1],
  [1026, 352, 0.9],
  [782, 356, 1.1],
  [586, 330, 1.2],
  [352, 352, 1],
  [122, 318, 1.3],
];

/** Where light lies on the water: x, y and width. */
const glints: readonly (readonly [number, number, number])[] = [
  [1190, 810, 86],
  [1206, 826, 44],
  [1178, 842, 104],
  [1212, 858, 30],
  [1188, 876, 74],
];

const moon = { x: 1346, y: 104 };

/**
 * The house at night by the water, its one light on: it is being looked after. It fills the screen
 * and keeps its right lower part, where the house stands, in sight on every one.
 */
export function NightScene() {
  return (
    <svg
      viewBox="0 0 1440 900"
      preserveAspectRatio="xMaxYMax slice"
      aria-hidden="true"
      className="absolute inset-0 size-full"
    >
      <Lights />
      <rect width="1440" height="900" fill="url(#night-sky)" />
      {stars.map(([x, y, size], index) => (
        <circle
          key={`${x} ${y}`}
          cx={x}
          cy={y}
          r={size}
          className={index % 4 === 1 ? "night-breathe fill-text" : "fill-text"}
          style={{ animationDelay: `${index * -1.3}s` }}
          fillOpacity={0.2 + size * 0.22}
        />
      ))}
      <circle cx={moon.x} cy={moon.y} r="260" fill="url(#night-halo)" />
      <circle cx={moon.x} cy={moon.y} r="46" fill="oklch(.9 .045 88)" />
      <circle cx={moon.x - 15} cy={moon.y - 10} r="9" fill="oklch(.83 .045 86)" />
      <circle cx={moon.x + 14} cy={moon.y + 16} r="13" fill="oklch(.84 .045 86)" />
      <circle cx={moon.x + 20} cy={moon.y - 18} r="5" fill="oklch(.83 .045 86)" />
      <path
        d="M0 618c170-60 300-104 452-70 128 28 202 4 332-38 138-44 230-18 346 20 118 38 210 10 310-26v396H0z"
        fill="url(#night-far)"
      />
      <ellipse cx="620" cy="642" rx="620" ry="60" fill="url(#night-mist)" className="night-drift" />
      <path
        d="M0 700c210-62 392-36 560-8 164 26 282 8 400-18 140-30 300-30 480 14v212H0z"
        fill="oklch(.165 .018 305)"
      />
      <g fill="oklch(.14 .014 305)">
        {pines.map(([x, y, size]) => (
          <path key={x} d={pine} transform={`translate(${x} ${y}) scale(${size})`} />
        ))}
      </g>
      <House />
      <path d="M0 786c320-14 1120-14 1440 0v114H0z" fill="url(#night-water)" />
      {glints.map(([x, y, width], index) => (
        <rect
          key={y}
          x={x - width / 2}
          y={y}
          width={width}
          height="3"
          rx="1.5"
          className="night-glint fill-gold-400"
          fillOpacity={0.5 - index * 0.07}
          style={{ animationDelay: `${index * -2.7}s` }}
        />
      ))}
      <ellipse
        cx="1010"
        cy="792"
        rx="620"
        ry="30"
        fill="url(#night-mist)"
        className="night-drift"
        style={{ animationDelay: "-20s" }}
      />
    </svg>
  );
}

/** A pine with its foot at the origin. */
const pine = "M0-74 13-48H7L20-24H10L25 2H-25L-10-24h-10L-7-48h-6z";

/** x, y and size of the pines by the water. */
const pines: readonly (readonly [number, number, number])[] = [
  [72, 792, 1.5],
  [128, 796, 1.1],
  [356, 798, 0.9],
  [640, 800, 1.2],
  [688, 800, 0.8],
  [948, 798, 1.3],
  [1004, 800, 0.9],
  [1374, 796, 1.5],
  [1424, 796, 1.1],
];

/** The house of the mark, with a ladder at its wall and the light of who is at work. */
function House() {
  return (
    <>
      <circle cx="1190" cy="724" r="250" fill="url(#night-glow)" className="night-breathe" />
      <path d="M930 806c90-34 430-34 560 0z" fill="oklch(.185 .02 60)" />
      <g transform="translate(1043 598) scale(1.75)">
        <path d="M103 38V21h10v25z" fill="oklch(.2 .014 300)" />
        <path d={housePath} fill="url(#night-wall)" stroke="oklch(.3 .03 70)" strokeWidth="1" />
        <path
          d="M44 55.5 78.5 27.5a8.7 8.7 0 0 1 11 0L124 55.5"
          fill="none"
          stroke="oklch(.7 .1 82)"
          strokeWidth="2.2"
          strokeLinecap="round"
        />
        <circle cx="84" cy="66" r="17" className="fill-gold-500" fillOpacity=".18" />
        <circle cx="84" cy="66" r="12.5" fill="url(#night-window)" />
        <path d="M84 53.5v25M71.5 66h25" stroke="oklch(.32 .06 70)" strokeWidth="1.5" />
        <path d="M56 107V91a7 7 0 0 1 14 0v16z" fill="oklch(.14 .012 300)" />
        <circle cx="66.5" cy="98" r="1" className="fill-gold-400" />
        <g stroke="oklch(.52 .06 76)" strokeWidth="1.8" strokeLinecap="round">
          <path d="M128 108 109 52M136 108 117 52" />
          <path d="M125.3 100h8M122.2 91h8M119.2 82h8M116.1 73h8M113.1 64h8" />
        </g>
      </g>
    </>
  );
}

function Lights() {
  return (
    <defs>
      <linearGradient id="night-sky" x1="0" y1="0" x2="0" y2="1">
        <stop stopColor="oklch(.13 .016 290)" />
        <stop offset=".4" stopColor="oklch(.185 .03 310)" />
        <stop offset=".66" stopColor="oklch(.31 .055 45)" />
      </linearGradient>
      <linearGradient id="night-far" x1="0" y1="0" x2="0" y2="1">
        <stop stopColor="oklch(.235 .03 330)" />
        <stop offset=".6" stopColor="oklch(.19 .022 310)" />
      </linearGradient>
      <linearGradient id="night-wall" x1="0" y1="0" x2="0" y2="1">
        <stop stopColor="oklch(.225 .018 300)" />
        <stop offset="1" stopColor="oklch(.185 .016 300)" />
      </linearGradient>
      <radialGradient id="night-halo">
        <stop stopColor="oklch(.9 .06 88)" stopOpacity=".3" />
        <stop offset=".3" stopColor="oklch(.85 .06 86)" stopOpacity=".1" />
        <stop offset="1" stopColor="oklch(.8 .05 84)" stopOpacity="0" />
      </radialGradient>
      <radialGradient id="night-glow">
        <stop stopColor="oklch(.82 .13 82)" stopOpacity=".38" />
        <stop offset=".45" stopColor="oklch(.75 .12 76)" stopOpacity=".11" />
        <stop offset="1" stopColor="oklch(.7 .1 70)" stopOpacity="0" />
      </radialGradient>
      <radialGradient id="night-window">
        <stop stopColor="oklch(.95 .09 94)" />
        <stop offset="1" stopColor="oklch(.8 .145 82)" />
      </radialGradient>
      <radialGradient id="night-mist">
        <stop stopColor="oklch(.55 .03 300)" stopOpacity=".2" />
        <stop offset="1" stopColor="oklch(.5 .03 300)" stopOpacity="0" />
      </radialGradient>
      <linearGradient id="night-water" x1="0" y1="0" x2="0" y2="1">
        <stop stopColor="oklch(.235 .034 45)" />
        <stop offset="1" stopColor="oklch(.12 .014 300)" />
      </linearGradient>
    </defs>
  );
}
