import { formatNumber } from '#web/ui/numbers.ts'

type Results = Readonly<Record<string, number | undefined>>

/** The output of `npm run bench` in docs/bench.json. */
export interface Bench {
  /** The number of messages sent. */
  messages: number
  figures: Results
}

/** The output of `npm run bench:antinuke` in docs/nukebench.json. */
export interface NukeBench {
  /** Only a complete run counts as a result. */
  size: string
  figures: Results
}

interface Figure<B> {
  key: string
  prefix?: string
  unit: string
  /** The factor that converts the result to the unit. */
  times?: number
  sentence(bench: B): string
}

/** What the landing page shows; all of it is measured. */
const everyday: readonly Figure<Bench>[] = [
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
    sentence: () => 'of listed words found even when disguised',
  },
  {
    key: 'memoryRatio',
    unit: ' x',
    sentence: ({ messages }) => `the memory of a bare client after ${formatNumber(messages)} messages`,
  },
]

const underAttack: readonly Figure<NukeBench>[] = [
  {
    key: 'reactionP50Ms',
    prefix: 'median',
    unit: ' ms',
    sentence: () => 'from learning of the deletion that is one too many to sending the ban',
  },
  {
    key: 'restoredShare',
    unit: ' %',
    times: 100,
    sentence: () => 'of what attackers destroyed is back, compared field by field',
  },
  {
    key: 'excessMost',
    prefix: 'at most',
    unit: '',
    sentence: ({ figures: { excessMost } }) =>
      `more hostile ${excessMost === 1 ? 'action' : 'actions'} in an attack than an instant reaction would let through`,
  },
  {
    key: 'innocentsPunished',
    unit: '',
    sentence: ({ figures: { runs = 0 } }) => `people punished by mistake in ${runs} attacks and everyday tasks`,
  },
]

interface Shown {
  key: string
  prefix?: string
  /** '0.42 x' */
  figure: string
  sentence: string
}

/** The figures as measured; those that were not measured are left out. Rounded to two decimals, shares rounded down. */
const shown = <B extends { figures: Results }>(figures: readonly Figure<B>[], bench: B): Shown[] =>
  figures.flatMap(({ key, prefix, unit, times = 1, sentence }) => {
    const result = bench.figures[key]
    if (result === undefined || !Number.isFinite(result)) return []
    const round = times === 1 ? Math.round : Math.floor
    const figure = `${round(result * times * 100) / 100}${unit}`
    return [{ key, ...(prefix !== undefined && { prefix }), figure, sentence: sentence(bench) }]
  })

export const shownFigures = (bench: Bench): Shown[] => shown(everyday, bench)

export const figuresUnderAttack = (bench: NukeBench): Shown[] =>
  bench.size === 'whole' ? shown(underAttack, bench) : []
