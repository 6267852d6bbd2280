/** The dashboard's dark colors (`web/ui/tokens.css`), for drawings; a test keeps the two the same. */
export const palette = {
  'surface-sunken': '#080E17',
  'surface-raised': '#131C27',
  line: '#242F3C',
  text: '#EEF1F5',
  'text-muted': '#A9B4C1',
  'text-faint': '#8F9BAA',
  'picket-off': '#323E4F',
  brand: '#068ADD',
} as const

type Rgb = [number, number, number]
const parse = (hex: string): Rgb => [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb
const written = (rgb: Rgb): string =>
  `#${rgb.map(value => Math.round(value).toString(16).padStart(2, '0')).join('')}`.toUpperCase()

/** Relative luminance, 0 to 1. Source: WCAG 2.2. */
function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map(value => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** The contrast ratio of two colors (`#RRGGBB`), 1 to 21. */
export function contrast(one: string, other: string): number {
  const [high, low] = [luminance(parse(one)), luminance(parse(other))].toSorted((a, b) => b - a) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

/** The contrast that a shape needs to be seen. Source: WCAG 2.2, 1.4.11. */
const enough = 3

/** Returns `colour`, lightened until it can be seen on a card. */
export function visible(colour: string): string {
  const rgb = parse(colour)
  for (let share = 0; share < 1; share += 0.1) {
    const lighter = written(rgb.map(value => value + (255 - value) * share) as Rgb)
    if (contrast(lighter, palette['surface-raised']) >= enough) return lighter
  }
  return '#FFFFFF'
}
