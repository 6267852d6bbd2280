import { formatNumber } from '#web/ui/numbers.ts'

/** What `npm run bench` leaves in docs/bench.json. */
export interface Bench {
  /** How many it sent. */
  messages: number
  figures: Readonly<Record<string, number>>
}

interface Figure {
  key: string
  prefix?: string
  unit: string
  /** What the result is multiplied by to have the unit. */
  times?: number
  sentence(bench: Bench): string
}

/** What the landing page shows, all of it measured. */
const figures: readonly Figure[] = [
  {
    key: 'automodMedianMs',
    prefix: 'median',
    unit: ' ms',
    sentence: () => 'to judge a hostile message of 2,000 characters by 200 patterns',
  },
  {
    key: 'innocentLinesHit',
    unit: '',
    sentence: () => 'everyday lines taken for a listed word, over a corpus of them',
  },
  {
    key: 'hiddenWordsFound',
    unit: ' %',
    times: 100,
    sentence: () => 'of listed words found although they were disguised',
  },
  {
    key: 'memoryRatio',
    unit: ' x',
    sentence: ({ messages }) => `the memory of a bare client after ${formatNumber(messages)} messages`,
  },
]

interface Shown {
  key: string
  prefix?: string
  /** '0.42 x' */
  figure: string
  sentence: string
}

/** Nothing is typed by hand: the figures as they were measured, and none that was not. Rounded to two decimals. */
export const shownFigures = (bench: Bench): Shown[] =>
  figures.flatMap(({ key, prefix, unit, times = 1, sentence }) => {
    const result = bench.figures[key]
    if (result === undefined || !Number.isFinite(result)) return []
    const figure = `${Math.round(result * times * 100) / 100}${unit}`
    return [{ key, ...(prefix !== undefined && { prefix }), figure, sentence: sentence(bench) }]
  })
