import type { Identity } from '#contract'

/**
 * What the specification names and has no contract yet, as its contract will say it: whoever builds one of these moves its
 * entry there. A feature's own entry for the path replaces it meanwhile.
 */
export const planned: readonly Identity[] = []

/** Every page that the specification has below `/manage/<guildId>/`. */
export const plannedPaths: ReadonlySet<string> = new Set(planned.flatMap(({ page }) => page?.path ?? []))
