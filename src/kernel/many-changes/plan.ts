import { createHash } from 'node:crypto'
import type { GuildMember } from 'discord.js'
import { comparing, differenceOf, valueInWords } from '../history/difference.ts'
import { labelOf, namesFor, schemaOf } from '../history/entries.ts'
import type { Author, Feature, Services } from '../feature.ts'
import type { PlannedChanges, PlannedFeatureItem } from './contract.ts'
import { differing, judge, type Refused, unseenBecause } from './judge.ts'

type Values = Readonly<Record<string, unknown>>

/** What somebody wants of one feature's settings. */
export interface Wanted {
  feature: Feature
  patch: Values
  /** What cannot be wanted, such as a channel that this server does not have. */
  refused?: Refused
  /** Which question's answer a setting is. */
  questions?: Readonly<Record<string, string>>
  why?: Readonly<Record<string, string | undefined>>
  stays?: readonly string[]
}

/** What would be made of it. */
export interface Planned extends Wanted {
  before: Values
  /** What is accepted, with ids in place of names. */
  accepted: Values
  refused: Refused
}

export interface ChangesPlan {
  planned: readonly Planned[]
  /** Stands for every value before and after: with another mark it is another plan. */
  mark: string
  count: number
}

const sorted = (values: Values) => Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1))

function markOf(planned: readonly Planned[]): string {
  const all = planned.map(({ feature, before, accepted, refused }) => [
    feature.contract.name,
    sorted(accepted).map(([key, value]) => [key, before[key], value]),
    [...refused.keys()].toSorted(),
  ])
  return createHash('sha256').update(JSON.stringify(all)).digest('hex')
}

/** Judges what is wanted of many features at once, in the order of the product. Stores nothing. */
export async function planChanges(
  services: Services,
  member: GuildMember,
  wanted: readonly Wanted[],
  author: Author,
): Promise<ChangesPlan> {
  const { settings, features } = services
  const { guild } = member
  const planned: Planned[] = []
  for (const one of wanted.toSorted((a, b) => features.indexOf(a.feature) - features.indexOf(b.feature))) {
    const { contract } = one.feature
    const judged = await judge(services, member, one.feature, one.patch, author)
    const before: Values = settings.read(guild.id, contract)
    const after: Values = settings.preview(guild.id, contract, judged.accepted)
    const accepted = differing(before, Object.fromEntries(Object.keys(judged.accepted).map(key => [key, after[key]])))
    planned.push({ ...one, before, accepted, refused: new Map([...judged.refused, ...(one.refused ?? [])]) })
  }
  const count = planned.reduce((sum, { accepted }) => sum + Object.keys(accepted).length, 0)
  return { planned, mark: markOf(planned), count }
}

/** How many settings there are. */
const settingsIn = (features: readonly Feature[]): number =>
  features.reduce((sum, { contract }) => sum + Object.keys(contract.settings.shape).length, 0)

/** Many switches in one setting, counted: '9 of 11'. */
function inShort(value: unknown): string | undefined {
  const switches: unknown[] = typeof value === 'object' && value !== null ? Object.values(value) : []
  if (switches.length === 0 || !switches.every(one => typeof one === 'boolean')) return undefined
  return `${switches.filter(Boolean).length} of ${switches.length}`
}

/** A plan as pages show it; features of which nothing is to be said are left out. */
export function shownPlan(
  services: Services,
  member: GuildMember,
  { planned, mark, count }: ChangesPlan,
): PlannedChanges {
  const nameOf = namesFor(services, member, undefined)
  const budget = comparing()
  const shown = planned.map(
    ({ feature: { contract }, patch, before, accepted, refused, ...one }): PlannedFeatureItem => {
      const keys = Object.keys(contract.settings.shape).filter(key => key in accepted || refused.has(key))
      // What it is now is for those who may view it: what is wanted is all that the others are shown.
      const isSeen = unseenBecause(services, member, contract) === undefined
      return {
        feature: contract.name,
        title: contract.title,
        changes: keys.map(key => ({
          key,
          label: labelOf(contract, key),
          difference: differenceOf(
            schemaOf(contract, key),
            isSeen ? before[key] : patch[key],
            key in accepted ? accepted[key] : (patch[key] ?? (isSeen ? before[key] : undefined)),
            nameOf,
            budget,
          ),
          question: one.questions?.[key] ?? null,
          why: one.why?.[key] ?? null,
          problem: refused.get(key) ?? null,
        })),
        stays: (isSeen ? (one.stays ?? []) : [])
          .filter(key => !keys.includes(key))
          .map(key => ({
            key,
            label: labelOf(contract, key),
            now: inShort(before[key]) ?? valueInWords(schemaOf(contract, key), before[key], nameOf),
          })),
      }
    },
  )
  return {
    features: shown.filter(({ changes, stays }) => changes.length + stays.length > 0),
    count,
    settings: settingsIn(services.features),
    mark,
  }
}
