import type { ComponentType } from 'react'

/** What a feature adds to pages that are not its own: the default export of `web/features/<feature>/slots.ts`. */
export interface Slots {
  /** Above a feature's settings, or above one of them: what keeps it from working. */
  findings?: ComponentType<FindingsProps>
  /** A strip across the dashboard, below the statistics. */
  dashboard?: ComponentType<{ guildId: string }>
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

/** The strips that features add to the dashboard. */
export const DashboardStrips = ({ guildId }: { guildId: string }) =>
  filled.map(([file, { dashboard: Part }]) => Part && <Part key={file} guildId={guildId} />)
