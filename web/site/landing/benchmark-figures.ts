/** A number the landing page shows: the measured one where there is one, else what it is meant to become. */
export interface Figure {
  key: string
  prefix?: string
  unit: string
  target: number
  sentence: string
}

export const figures: readonly Figure[] = [
  {
    key: 'punishmentP99Ms',
    prefix: 'p99',
    unit: ' ms',
    target: 5,
    sentence: 'from the deciding event to the punishment request leaving',
  },
  { key: 'innocentsPunished', unit: '', target: 0, sentence: 'innocent members punished, over every attack scenario' },
  {
    key: 'restoredPercent',
    unit: ' %',
    target: 100,
    sentence: 'of restorable fields back and verified after an attack',
  },
  { key: 'memoryRatio', unit: ' x', target: 0.5, sentence: 'the memory of a bare client after 300,000 messages' },
]

/** The results of `npm run bench`, by key. */
export type Results = Readonly<Record<string, unknown>>

interface Shown {
  value: number
  /** Nothing is typed by hand: without a result the target is shown, and labelled as one. */
  measured: boolean
}

/** The figure to show, rounded to two significant decimals. */
export function shownFigure(figure: Figure, results: Results | undefined): Shown {
  const result = results?.[figure.key]
  return typeof result === 'number' && Number.isFinite(result)
    ? { value: Math.round(result * 100) / 100, measured: true }
    : { value: figure.target, measured: false }
}
