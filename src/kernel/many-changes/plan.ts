import { createHash } from 'node:crypto'
import type { GuildMember } from 'discord.js'
import { type NameOf, valueInWords } from '#kit/setting-words/template.ts'
import { type ComparisonBudget, newComparisonBudget, differenceOf } from '../history/difference.ts'
import { labelOf, namesFor, schemaOf } from '../history/entries.ts'
import type { Author, Feature, Services } from '../feature.ts'
import { thingLabel, thingSchema, shownKeys } from '../history/things.ts'
import type { PlannedChanges, PlannedFeatureItem, PlannedThingItem } from './contract.ts'
import { differing, judge, type Refused, unseenBecause } from './judge.ts'
import { isMade, nameOf as nameOfThing, type PlannedThing, planThings, type WantedThing } from './things.ts'

type Values = Readonly<Record<string, unknown>>

/** The changes of one feature's settings that somebody wants. */
export interface Wanted {
  feature: Feature
  patch: Values
  /** Values that are impossible, such as a channel that this server does not have. */
  refused?: Refused
  /** The question whose answer causes a change, by setting. */
  questions?: Readonly<Record<string, string>>
  why?: Readonly<Record<string, string | undefined>>
  stays?: readonly string[]
}

/** The changes that would be made. */
interface Planned extends Wanted {
  before: Values
  /** The accepted values, with ids in place of names. */
  accepted: Values
  refused: Refused
}

export interface ChangesPlan {
  planned: readonly Planned[]
  /** The things that are created or changed. */
  things: readonly PlannedThing[]
  /** A hash of every value before and after: plans with different marks differ. */
  mark: string
  count: number
}

const sorted = (values: Values) => Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1))

function markOf(planned: readonly Planned[], things: readonly PlannedThing[]): string {
  const all = planned.map(({ feature, before, accepted, refused }) => [
    feature.contract.name,
    sorted(accepted).map(([key, value]) => [key, before[key], value]),
    [...refused.keys()].toSorted(),
  ])
  const besides = things.map(({ feature, kind, id, act, patch, changes, problem }) => [
    feature.contract.name,
    kind,
    id,
    act,
    problem,
    problem === null ? [patch, changes] : [],
  ])
  return createHash('sha256')
    .update(JSON.stringify([all, besides]))
    .digest('hex')
}

/** Plans changes of many features at once, in manifest order. Stores nothing. */
export async function planChanges(
  services: Services,
  member: GuildMember,
  wanted: readonly Wanted[],
  author: Author,
  things: readonly WantedThing[] = [],
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
  const besides = await planThings(services, member, things, author)
  const settingsChanged = planned.reduce((sum, { accepted }) => sum + Object.keys(accepted).length, 0)
  return {
    planned,
    things: besides,
    mark: markOf(planned, besides),
    count: settingsChanged + besides.filter(isMade).length,
  }
}

/** The number of all settings. */
const settingsIn = (features: readonly Feature[]): number =>
  features.reduce((sum, { contract }) => sum + Object.keys(contract.settings.shape).length, 0)

/** A setting that consists of many switches, as a count: '9 of 11'. */
function inShort(value: unknown): string | undefined {
  const switches: unknown[] = typeof value === 'object' && value !== null ? Object.values(value) : []
  if (switches.length === 0 || !switches.every(one => typeof one === 'boolean')) return undefined
  return `${switches.filter(Boolean).length} of ${switches.length}`
}

/** What is needed to describe a plan in words. */
interface Telling {
  services: Services
  member: GuildMember
  isForeign: ((id: string) => boolean) | undefined
  nameOf: NameOf
  budget: ComparisonBudget
}

function shownSettings({ services, member, nameOf, budget }: Telling, one: Planned) {
  const { feature, patch, before, accepted, refused } = one
  const { contract } = feature
  const keys = Object.keys(contract.settings.shape).filter(key => key in accepted || refused.has(key))
  // The present values are only for people who may view them; others are shown only what is wanted.
  const isSeen = unseenBecause(services, member, contract) === undefined
  return {
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
}

function shownThing({ services, member, isForeign, budget }: Telling, one: PlannedThing, all: readonly PlannedThing[]) {
  const { kind, things, name, act, changes, problem, portable } = one
  const named = (id: string) => {
    const other = all.find(known => known.kind === kind && known.id === id)
    return other && nameOfThing(things, other.design)
  }
  const nameOf = namesFor(services, member, { nameOf: named }, isForeign)
  return {
    kind,
    noun: things.noun,
    name,
    act,
    changes: (problem === null ? shownKeys(changes) : []).map(key => {
      const [before, after] = changes[key] ?? []
      const difference = differenceOf(thingSchema({ things }, key), before, after, nameOf, budget)
      return { key, label: thingLabel({ things }, key), difference }
    }),
    arrives: act === 'new' && problem === null ? (portable.arrives ?? null) : null,
    problem,
  } satisfies PlannedThingItem
}

/**
 * Returns a plan as pages show it, without features that have nothing to show.
 * @param isForeign whether an id belongs to the other server that the plan comes from
 */
export function shownPlan(
  services: Services,
  member: GuildMember,
  { planned, things, mark, count }: ChangesPlan,
  isForeign?: (id: string) => boolean,
): PlannedChanges {
  const nameOf = namesFor(services, member, undefined, isForeign)
  const telling = { services, member, isForeign, nameOf, budget: newComparisonBudget() }
  const shown = services.features.map((feature): PlannedFeatureItem => {
    const one = planned.find(known => known.feature === feature)
    const those = things.filter(known => known.feature === feature)
    return {
      feature: feature.contract.name,
      title: feature.contract.title,
      ...(one ? shownSettings(telling, one) : { changes: [], stays: [] }),
      things: those.map(thing => shownThing(telling, thing, those)),
    }
  })
  return {
    features: shown.filter(({ changes, stays, things: those }) => changes.length + stays.length + those.length > 0),
    count,
    things: things.filter(isMade).length,
    settings: settingsIn(services.features),
    mark,
  }
}
