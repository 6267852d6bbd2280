import { useQueries } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import { useOwnAccess } from './sidebar/closed-entries.ts'

/** What a feature adds to pages that are not its own: the default export of `web/features/<feature>/slots.ts`. */
export interface Slots {
  /** Above a feature's settings, or above one of them: what keeps it from working. */
  findings?: ComponentType<FindingsProps>
  /** A strip across the dashboard, below the statistics. */
  dashboard?: ComponentType<{ guildId: string }>
  /** What happened lately, beside changes of settings, for those who may see the feature. */
  activity?: ActivitySource
}

/** Something that happened in a server, for its dashboard. */
export interface ActivityEntry {
  /** Unique among those of its feature. */
  key: string
  /** Unix ms. */
  at: number
  icon: LucideIcon
  title: string
  text: string
  /** The page that tells more. */
  link: Pick<LinkProps, 'to' | 'params'>
}

interface ActivitySource {
  feature: string
  /** The latest entries, under the feature's own key of the query cache. */
  query(guildId: string): {
    queryKey: readonly unknown[]
    queryFn(given: { signal: AbortSignal }): Promise<ActivityEntry[]>
  }
}

interface FindingsProps {
  guildId: string
  /** Whose settings they are. */
  feature: string
  setting?: string
}

const files = import.meta.glob<Slots>('../features/*/slots.ts', { eager: true, import: 'default' })
const filled = Object.entries(files)

/** What keeps a feature, or one of its settings, from working, as reported by the features of this build. */
export const Findings = (props: FindingsProps) =>
  filled.map(([file, { findings: Part }]) => Part && <Part key={file} {...props} />)

const sources = filled.flatMap(([, { activity }]) => activity ?? [])

/** What happened lately in the features of this build that the user may see; what cannot be loaded is left out. */
export function useActivity(guildId: string): (ActivityEntry & { feature: string })[] {
  const own = useOwnAccess(guildId)
  const levelIn = (feature: string) => own && (own.features[feature] ?? own.level)
  return useQueries({
    queries: sources.map(({ feature, query }) => ({
      ...query(guildId),
      enabled: !['visit', 'none', undefined].includes(levelIn(feature)),
    })),
    combine: results =>
      results.flatMap(({ data }, place) =>
        (data ?? []).map(entry => ({ ...entry, feature: sources[place]?.feature ?? '' })),
      ),
  })
}

/** The strips that features add to the dashboard. */
export const DashboardStrips = ({ guildId }: { guildId: string }) =>
  filled.map(([file, { dashboard: Part }]) => Part && <Part key={file} guildId={guildId} />)
