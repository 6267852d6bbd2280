import { loadavg } from 'node:os'
import lighthouse, { type Flags, type Result } from 'lighthouse'

/** Lighthouse's four main categories, in the order in which they are printed. */
export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
export type Category = (typeof categories)[number]

/** The result of one run on a page. */
export interface Measured {
  scores: Readonly<Record<Category, number>>
  /** The audits that cost points. */
  lost: Readonly<Record<Category, readonly string[]>>
  /** In milliseconds, except for the shift. */
  timing: { firstPaint: number; largestPaint: number; blocked: number; shift: number }
  /** The average number of processes that wanted a processor during the minute before. */
  load: number
}

const valueOf = ({ audits }: Result, id: string) => audits[id]?.numericValue ?? Number.NaN

/** The audits with a weight that a page does not pass in full. */
const lostIn = ({ audits, categories: found }: Result, name: Category) =>
  (found[name]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => id)

const each = <T>(value: (name: Category) => T) =>
  Object.fromEntries(categories.map(name => [name, value(name)])) as Record<Category, T>

const read = (result: Result): Measured => ({
  scores: each(name => Math.round((result.categories[name]?.score ?? 0) * 100)),
  lost: each(name => lostIn(result, name)),
  timing: {
    firstPaint: valueOf(result, 'first-contentful-paint'),
    largestPaint: valueOf(result, 'largest-contentful-paint'),
    blocked: valueOf(result, 'total-blocking-time'),
    shift: valueOf(result, 'cumulative-layout-shift'),
  },
  load: loadavg()[0] ?? 0,
})

/**
 * Loads a page as a phone does on a first visit: Lighthouse's emulation of a mid-range one on slow 4G.
 * @param port the browser's port for remote debugging
 */
export async function measure(url: string, port: number, headers: Record<string, string>): Promise<Measured> {
  const flags: Flags = {
    port,
    logLevel: 'error',
    onlyCategories: [...categories],
    formFactor: 'mobile',
    extraHeaders: headers,
  }
  const run = await lighthouse(url, flags)
  if (!run) throw new Error(`Lighthouse has nothing to say of ${url}`)
  const { runtimeError, finalDisplayedUrl } = run.lhr
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`)
  if (finalDisplayedUrl !== url) throw new Error(`${url} led to ${finalDisplayedUrl}`)
  return read(run.lhr)
}
