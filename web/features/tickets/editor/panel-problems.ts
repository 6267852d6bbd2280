import { type PanelDesign, panelDesign } from '#features/tickets/panels/contract.ts'

/** What is wrong with a panel, by field. */
export type Problems = Partial<Record<string, string>>

/** The question that a mistake is about, if any. */
const about = ([key, at]: readonly PropertyKey[]) =>
  key === 'required_inputs' && typeof at === 'number' ? `Question ${at + 1}: ` : ''

/** Mistakes by field; for a list, its first mistake under the list's own name. */
export function problemsOf(design: PanelDesign): Problems {
  const { issues = [] } = panelDesign.safeParse(design).error ?? {}
  const found = issues.map(({ path, message }) => [path.join('.'), `${about(path)}${message}`] as const)
  const basics = design.channel_id === null ? [['channel_id', 'Please select a channel for the panel'] as const] : []
  const all = [...found, ...basics]
  // In the order found, only the first for each field.
  return Object.fromEntries(all.filter(([key], at) => all.findIndex(([other]) => other === key) === at))
}

/** The mistake that is named first where only one is. */
export const firstOf = (found: Problems): string =>
  found['title'] ?? found['channel_id'] ?? Object.values(found)[0] ?? 'Panel title and channel are required'
