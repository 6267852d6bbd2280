import { useQuery } from '@tanstack/react-query'
import type doctor from '#features/doctor/contract.ts'
import type * as contract from '#features/doctor/contract.ts'
import type { Finding } from '#features/doctor/contract.ts'
import { reader } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { entries } from '#web/app/navigation/entries.ts'
import { grouped, type NavEntry } from '#web/app/navigation/entry.ts'

const readDoctor = reader<typeof doctor>()
const everyFeature: typeof contract.everyFeature = 'general'

/** The query for a server's findings. */
export const examination = (guildId: string) => ({
  queryKey: [...guildKey(guildId), 'doctor'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    readDoctor('/guild/:guildId/doctor', { params: { guildId }, signal }),
})

export const useDoctor = (guildId: string) => useQuery(examination(guildId))

/** The findings that concern one feature, or only those about one of its settings. */
export function findingsOf(findings: readonly Finding[], feature: string, setting?: string): Finding[] {
  return findings.filter(one =>
    placesOf(one).some(place => place.feature === feature && (setting === undefined || place.setting === setting)),
  )
}

const placesOf = (finding: Finding) => finding.places ?? [finding]

const inOrder = grouped(entries).flatMap(group => group.entries)

/** The pages of the features that need what is missing; none for what every feature needs. */
export function pagesOf(finding: Finding): NavEntry[] {
  const pages = placesOf(finding).map(({ feature }) =>
    feature === everyFeature ? undefined : inOrder.find(entry => entry.feature === feature),
  )
  return [...new Set(pages)].filter(page => page !== undefined)
}

const placeOf = (finding: Finding) => inOrder.findIndex(entry => entry === pagesOf(finding)[0])

/**
 * Sorts findings: what does not work before what will not, then what every feature needs, then features in the
 * sidebar's order.
 */
export const bySeverity = (findings: readonly Finding[]): Finding[] =>
  findings.toSorted(
    (a, b) => Number(b.severity === 'error') - Number(a.severity === 'error') || placeOf(a) - placeOf(b),
  )

interface FindingGroup {
  title: string
  findings: Finding[]
}

/**
 * Findings grouped by the missing permission, the most urgent first: one fix often solves several. The rest comes last.
 */
export function byPermission(findings: readonly Finding[]): FindingGroup[] {
  const groups = Map.groupBy(bySeverity(findings), ({ permission }) => permission ?? '')
  const { '': others = [], ...lacking } = Object.fromEntries(groups)
  return [
    ...Object.entries(lacking).map(([title, own]) => ({ title, findings: own })),
    ...(others.length > 0 ? [{ title: 'Roles, channels and settings', findings: others }] : []),
  ]
}
