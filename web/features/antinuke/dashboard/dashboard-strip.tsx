import { lazy, Suspense } from 'react'

/** Apart from the pages, which all load the slots: it needs the contract, and with it the schemas. */
const ModuleStrip = lazy(async () => ({ default: (await import('./module-strip.tsx')).ModuleStrip }))

export const DashboardStrip = ({ guildId }: { guildId: string }) => (
  <Suspense>
    <ModuleStrip guildId={guildId} />
  </Suspense>
)
