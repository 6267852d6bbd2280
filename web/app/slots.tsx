import { useQueries } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { DayRange } from '#contract'
import { hasDataOrError, useReadyOrTimedOut } from './page-ready.ts'
import { useMaySee, useOwnAccess } from './own-access.ts'

/** A chart on the dashboard, beside those about joins, leaves and messages. */
export interface DashboardChart {
  guildId: string
  days: DayRange
  /**
   * Shown in place of a chart that has no data from before counting began, as in the charts beside it: there are too
   * few days yet.
   */
  early?: { since: number; sentence: string } | undefined
}

/** What a feature adds to pages that are not its own: the default export of `web/features/<feature>/slots.ts`. */
export interface Slots {
  /**
   * Above a feature's settings or above one of them: what keeps it from working, and the query that it is known from.
   */
  findings?: { part: ComponentType<FindingsProps>; query(guildId: string): Query<unknown> }
  /** A strip across the dashboard, below the statistics. */
  dashboard?: ComponentType<{ guildId: string }>
  /** Charts on the dashboard, beside those about joins, leaves and messages. */
  charts?: Part<DashboardChart>
  /** A part of the dashboard's main column, below the shortcuts. */
  recent?: Part<{ guildId: string }>
  /** Recent events, listed with changes of settings. */
  activity?: EntrySource<ActivityEntry>
  /** What waits for a person to decide on or repair. */
  needs?: readonly EntrySource<PersonNeed>[]
}

/** A part shown only to people who may see the feature. */
interface Part<P> {
  feature: string
  part: ComponentType<P>
}

/** A recent event in a server, for its dashboard. */
export interface ActivityEntry {
  /** Unique within its feature. */
  key: string
  /** Unix ms. */
  at: number
  icon: LucideIcon
  title: string
  text: string
  /** The page with details. */
  link: Pick<LinkProps, 'to' | 'params'>
}

/** A state that stays as it is until a person acts. */
export interface PersonNeed {
  /** Unique within its feature. */
  key: string
  icon: LucideIcon
  title: string
  text: string
  /** Whether something does not work until then, or somebody is waiting: such entries come first. */
  urgent: boolean
  /** The link to where it is repaired, and the link's label: 'Repair', 'Open'. */
  repair: { label: string; link: Pick<LinkProps, 'to' | 'params' | 'search'> }
}

export interface Query<T> {
  queryKey: readonly unknown[]
  queryFn(given: { signal: AbortSignal }): Promise<T>
}

/** Entries from a feature, for people who may see it. */
export interface EntrySource<T> {
  feature: string
  /** Only for those who manage the feature. */
  forManagers?: true
  /** The query for the entries, below the feature's own query key. */
  query(guildId: string): Query<T[]>
}

interface FindingsProps {
  guildId: string
  /** The feature whose settings they are about. */
  feature: string
  setting?: string
}

const files = import.meta.glob<Slots>('../features/*/slots.ts', { eager: true, import: 'default' })
const filled = Object.entries(files)

/** What keeps a feature, or one of its settings, from working, as reported by the features of this build. */
export const Findings = (props: FindingsProps) =>
  filled.map(([file, { findings }]) => findings && <findings.part key={file} {...props} />)

const examinations = filled.flatMap(([, { findings }]) => findings ?? [])

/**
 * Whether the findings of a server are known, or cannot be loaded now, so that none will appear above the settings
 * later.
 */
export function useFindingsKnown(guildId: string): boolean {
  const isThere = useQueries({
    queries: examinations.map(({ query }) => query(guildId)),
    combine: results => results.every(hasDataOrError),
  })
  return useReadyOrTimedOut(isThere, guildId)
}

const activities = filled.flatMap(([, { activity }]) => activity ?? [])
const needs = filled.flatMap(([, slots]) => slots.needs ?? [])
const charts = filled.flatMap(([, slots]) => slots.charts ?? [])
const recent = filled.flatMap(([, slots]) => slots.recent ?? [])

/**
 * The entries of all sources that the user may see, and whether any are still loading. Sources that cannot be loaded
 * are left out.
 */
function useSources<T>(
  sources: readonly EntrySource<T>[],
  guildId: string,
): { entries: (T & { feature: string })[]; isPending: boolean } {
  const own = useOwnAccess(guildId)
  const isOpen = ({ feature, forManagers }: EntrySource<T>) => {
    const level = own && (own.features[feature] ?? own.level)
    return !['visit', 'none', ...(forManagers ? ['view'] : []), undefined].includes(level)
  }
  return useQueries({
    queries: sources.map(source => ({ ...source.query(guildId), enabled: isOpen(source) })),
    combine: results => ({
      entries: results.flatMap(({ data }, place) =>
        (data ?? []).map(entry => ({ ...entry, feature: sources[place]?.feature ?? '' })),
      ),
      isPending: own === undefined || results.some(({ isLoading }) => isLoading),
    }),
  })
}

/** Recent events from the features of this build. */
export const useActivity = (guildId: string) => useSources(activities, guildId).entries

/** What needs a person, from the features of this build. */
export const useNeeds = (guildId: string) => useSources(needs, guildId)

/** The strips that features add to the dashboard. */
export const DashboardStrips = ({ guildId }: { guildId: string }) =>
  filled.map(([file, { dashboard: Strip }]) => Strip && <Strip key={file} guildId={guildId} />)

/** Whether there are feature charts that the user may see. */
export function useHasCharts(guildId: string): boolean {
  const maySee = useMaySee(guildId)
  return charts.some(({ feature }) => maySee(feature))
}

/** The charts that features add beside those about joins, leaves and messages. */
export function DashboardCharts(props: DashboardChart) {
  const maySee = useMaySee(props.guildId)
  return charts.map(({ feature, part: Chart }) => maySee(feature) && <Chart key={feature} {...props} />)
}

/** The lists of recent events that features add to the dashboard. */
export function DashboardRecent({ guildId }: { guildId: string }) {
  const maySee = useMaySee(guildId)
  return recent.map(({ feature, part: List }) => maySee(feature) && <List key={feature} guildId={guildId} />)
}
