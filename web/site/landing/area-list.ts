import type { Identity } from '#contract'

/** One feature as the front page presents it. */
export interface Area {
  /** Its page's path, which planned features have too. */
  path: string
  icon: NonNullable<Identity['icon']>
  title: string
  text: string
  built: boolean
}

/** What the front page presents, in its order: features of this build, and what is planned and not in it. */
export function listAreas(built: readonly Identity[], planned: readonly Identity[]): Area[] {
  const own = new Set(built.map(({ page }) => page?.path))
  const all = [
    ...built.map(identity => ({ identity, built: true })),
    ...planned.filter(({ page }) => !own.has(page?.path)).map(identity => ({ identity, built: false })),
  ].toSorted((a, b) => (a.identity.front?.order ?? 0) - (b.identity.front?.order ?? 0))
  return all.flatMap(({ identity: { title, icon, page, front }, built }) =>
    front && icon && page ? [{ path: page.path, icon, title: front.title ?? title, text: front.text, built }] : [],
  )
}
