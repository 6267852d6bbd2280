import type { Identity } from '#contract'

/** A feature on the front page. */
export interface LandingArea {
  /** Its page's path. */
  path: string
  icon: NonNullable<Identity['icon']>
  title: string
  text: string
}

/** The number that the specification gives. */
const mostAreas = 6

/** The features on the front page, in order: those in this build, and nothing that is only planned. */
export const listAreas = (built: readonly Identity[]): LandingArea[] =>
  built
    .toSorted((a, b) => (a.front?.order ?? 0) - (b.front?.order ?? 0))
    .flatMap(({ title, icon, page, front }) =>
      front && icon && page ? [{ path: page.path, icon, title: front.title ?? title, text: front.text }] : [],
    )
    .slice(0, mostAreas)
