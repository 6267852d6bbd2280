import type { Identity } from '#contract'

/** One feature as the front page presents it. */
export interface LandingArea {
  /** Its page's path. */
  path: string
  icon: NonNullable<Identity['icon']>
  title: string
  text: string
}

/** As many as the specification gives the page. */
const mostAreas = 6

/** What the front page presents, in its order: features of this build, and nothing that is only planned. */
export const listAreas = (built: readonly Identity[]): LandingArea[] =>
  built
    .toSorted((a, b) => (a.front?.order ?? 0) - (b.front?.order ?? 0))
    .flatMap(({ title, icon, page, front }) =>
      front && icon && page ? [{ path: page.path, icon, title: front.title ?? title, text: front.text }] : [],
    )
    .slice(0, mostAreas)
